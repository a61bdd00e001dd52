import { toVisible } from '@toolyard/core';
import { ButtonComponent, Modal } from 'obsidian';
import { describeFacts, labelServer } from '../../forms/describe-server.ts';
import { describeCall } from '../../views/describe-call.ts';
import type { SessionCount } from '../../views/yard-activity.ts';
import type { ActiveCall } from '../../caller/own-calls.ts';
import type { ServerView } from '../../yard/plugin-servers.ts';
import { FIRST_RUN_VIEW, openView, type OpenedView } from '../leaves/open-view.ts';
import { openSettings } from '../leaves/open-settings.ts';
import { attempt } from '../settings/settings-parts.ts';
import { throttle } from '../settings/throttle.ts';
import { HISTORY_VIEW } from './call-history-view.ts';
import { KeyedList } from './keyed-list.ts';
import { LOG_VIEW } from './server-log-view.ts';
import type { ViewsParts } from './views-parts.ts';

const REFRESH_MS = 250;

/** How each server stands, which calls run and how many were made; follows what happens for as long as it is open. */
export class StatusModal extends Modal {
  private readonly parts: ViewsParts;
  private readonly refresh = throttle(() => void this.show(), REFRESH_MS);
  private readonly stops: (() => void)[] = [];
  private show: () => Promise<void> = async () => undefined;

  constructor(parts: ViewsParts) {
    super(parts.app);
    this.parts = parts;
  }

  override onOpen(): void {
    const { servers, activity } = this.parts.toolyard;
    this.setTitle('Servers and calls');
    this.modalEl.addClass('toolyard-details');
    const showServers = this.addServers();
    const showCalls = this.addCalls();
    const showSessions = this.addSessions();
    this.show = async () => {
      showServers();
      showCalls();
      await attempt(showSessions);
    };
    this.addLinks();
    this.stops.push(servers.on(this.refresh), activity.on(this.refresh), this.refresh.cancel);
    void this.show();
  }

  override onClose(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.contentEl.empty();
  }

  private addServers(): () => void {
    const { servers } = this.parts.toolyard;
    const { emptyEl, listEl } = this.addSection('Servers', 'There are no servers yet.');
    const list = new KeyedList<ServerView>(listEl, {
      keyOf: ({ name }) => name,
      stateOf: ({ tools, stored: _stored, ...view }) => [view, tools.length],
      fill: fillServer,
    });
    return () => {
      const views = servers.list();
      emptyEl.toggle(views.length === 0);
      list.show(views);
    };
  }

  private addCalls(): () => void {
    const { activity, calls } = this.parts.toolyard;
    const { emptyEl, listEl } = this.addSection('Calls', '');
    const list = new KeyedList<ActiveCall>(listEl, {
      keyOf: ({ record }) => record.id,
      stateOf: ({ record: { status, document }, stop }) => [status, document, stop === undefined],
      fill: fillCall,
    });
    const buttonsEl = this.contentEl.createDiv('toolyard-details-buttons');
    const act = (text: string, run: () => Promise<void>): ButtonComponent =>
      new ButtonComponent(buttonsEl).setButtonText(text).onClick(() => attempt(run));
    const stop = act('Stop all', () => calls.stopAll());
    const resume = act('Resume', () => calls.resume());
    return () => {
      const active = activity.active();
      const isStopped = calls.isStopped();
      emptyEl.setText(isStopped ? 'Calls are stopped. New ones are refused until you resume.' : 'No call is running.');
      emptyEl.toggle(active.length === 0);
      list.show(active);
      stop.setDisabled(isStopped);
      resume.setDisabled(!isStopped);
    };
  }

  private addSessions(): () => Promise<void> {
    const { activity, calls: control } = this.parts.toolyard;
    const { emptyEl, listEl } = this.addSection('Calls in each note', 'None was made since Obsidian was started.');
    const list = new KeyedList<SessionCount>(listEl, {
      keyOf: ({ session }) => session,
      stateOf: (count) => count,
      fill: (rowEl, { session, note, calls, limit }) => {
        const name = toVisible(note ?? 'Without a note');
        rowEl.createSpan({ cls: 'toolyard-row-name', text: name });
        rowEl.createSpan({ cls: 'toolyard-row-facts', text: limit === -1 ? `${calls}` : `${calls} of ${limit}` });
        if (note === undefined) return;
        addRowButton(rowEl, 'Reset', `Count the calls of ${name} from 0`, () =>
          attempt(() => control.resetSession({ session, note }).finally(this.refresh)),
        );
      },
    });
    return async () => {
      const sessions = await activity.sessions();
      emptyEl.toggle(sessions.length === 0);
      list.show(sessions);
    };
  }

  private addLinks(): void {
    const { app, pluginId } = this.parts;
    const linksEl = this.contentEl.createDiv('toolyard-details-links');
    const link = (text: string, open: () => void): void => {
      new ButtonComponent(linksEl).setButtonText(text).onClick(() => {
        this.close();
        open();
      });
    };
    const view = (text: string, opened: OpenedView): void => link(text, () => void openView(app, opened));
    view('Call history', HISTORY_VIEW);
    view('Server log', LOG_VIEW);
    if (this.parts.toolyard.servers.list().length === 0) view('First steps', FIRST_RUN_VIEW);
    link('Settings', () => openSettings(app, pluginId));
  }

  private addSection(heading: string, empty: string): { readonly emptyEl: HTMLElement; readonly listEl: HTMLElement } {
    this.contentEl.createEl('h3', { text: heading });
    const emptyEl = this.contentEl.createEl('p', { cls: 'toolyard-empty', text: empty });
    return { emptyEl, listEl: this.contentEl.createDiv({ attr: { role: 'group', 'aria-label': heading } }) };
  }
}

function fillServer(rowEl: HTMLElement, view: ServerView): void {
  const { text, tone } = labelServer(view);
  rowEl.createSpan({ cls: 'toolyard-dot', attr: { 'data-tone': tone, 'aria-hidden': 'true' } });
  rowEl.createSpan({ cls: 'toolyard-row-name', text: toVisible(view.name) });
  rowEl.createSpan({ cls: 'toolyard-row-facts', text });
  const facts = describeFacts(view, { toTime: (iso) => new Date(iso).toLocaleTimeString() });
  if (facts !== '') rowEl.createDiv({ cls: 'toolyard-row-more', text: facts });
  if (tone === 'bad') rowEl.createDiv({ cls: 'toolyard-row-problem', text: view.text });
  if (tone === 'busy') rowEl.createDiv({ cls: 'toolyard-row-more', text: 'You can review it in the settings.' });
}

function fillCall(rowEl: HTMLElement, { record, stop }: ActiveCall): void {
  const { tool, status, origin } = describeCall(record);
  const { document } = record;
  rowEl.createSpan({ cls: 'toolyard-row-name', text: tool });
  const where = document === undefined ? '' : `, ${toVisible(document.path)}`;
  rowEl.createSpan({ cls: 'toolyard-row-facts', text: `${status}, ${origin.toLowerCase()}${where}` });
  if (stop !== undefined) addRowButton(rowEl, 'Stop', `Stop ${tool}`, stop);
}

function addRowButton(rowEl: HTMLElement, text: string, description: string, act: () => unknown): void {
  const button = new ButtonComponent(rowEl).setButtonText(text).onClick(act);
  button.buttonEl.setAttribute('aria-description', description);
}

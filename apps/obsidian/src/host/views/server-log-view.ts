import { toVisible, toVisibleLine } from '@toolyard/core';
import { formatLogLine, type LogLine } from '@toolyard/node';
import { ButtonComponent, DropdownComponent, ItemView, type WorkspaceLeaf } from 'obsidian';
import type { OpenedView } from '../leaves/open-view.ts';
import { showNotice } from '../notices/show-notice.ts';
import { labelControl } from '../settings/label-control.ts';
import { attempt } from '../settings/settings-parts.ts';
import { throttle } from '../settings/throttle.ts';
import type { ViewsParts } from './views-parts.ts';

/** What servers wrote and went through, in the sidebar. */
export const LOG_VIEW: OpenedView = { type: 'toolyard-server-log', place: 'sidebar' };

const REFRESH_MS = 200;
const MOST_LINES = 500;

/** As near to the end as somebody scrolls who wants to see what comes, in pixels. */
const NEAR_END = 24;

/** What one server wrote to its stderr and what it went through; follows what comes for as long as it is open. */
export class ServerLogView extends ItemView {
  override icon = 'scroll-text';
  private readonly parts: ViewsParts;
  private choice: DropdownComponent | undefined;
  private server: string | undefined;
  private following = new AbortController();
  private lines: LogLine[] = [];
  private fresh: LogLine[] = [];
  private listEl: HTMLElement | undefined;
  private emptyEl: HTMLElement | undefined;
  private readonly addSoon = throttle(() => this.addFresh(), REFRESH_MS);

  constructor(leaf: WorkspaceLeaf, parts: ViewsParts) {
    super(leaf);
    this.parts = parts;
  }

  override getViewType(): string {
    return LOG_VIEW.type;
  }

  override getDisplayText(): string {
    return 'Server log';
  }

  override async onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.addClass('toolyard-log');
    const barEl = contentEl.createDiv('toolyard-filters');
    this.choice = new DropdownComponent(barEl).onChange((name) => this.follow(name));
    labelControl(this.choice.selectEl, 'Server');
    new ButtonComponent(barEl).setButtonText('Copy').onClick(() => this.copy());
    this.emptyEl = contentEl.createEl('p', { cls: 'toolyard-empty' });
    this.listEl = contentEl.createDiv({
      cls: 'toolyard-log-lines',
      attr: { role: 'log', tabindex: '0', 'aria-label': 'Lines of the log' },
    });
    const look = throttle(() => this.offerServers(), REFRESH_MS);
    for (const stop of [this.parts.toolyard.servers.on(look), look.cancel, this.addSoon.cancel]) this.register(stop);
    this.register(() => this.following.abort());
    this.offerServers();
  }

  private offerServers(): void {
    const { choice } = this;
    const names = this.parts.toolyard.servers.list().map(({ name }) => name);
    if (choice === undefined || choice.selectEl.dataset['names'] === JSON.stringify(names)) return;
    choice.selectEl.dataset['names'] = JSON.stringify(names);
    choice.selectEl.empty();
    for (const name of names) choice.addOption(name, toVisible(name));
    choice.selectEl.toggle(names.length > 1);
    const kept = names.find((name) => name === this.server) ?? names[0];
    if (kept === undefined || kept !== this.server) this.follow(kept);
    if (kept !== undefined) choice.setValue(kept);
  }

  private follow(server: string | undefined): void {
    this.following.abort();
    this.following = new AbortController();
    this.server = server;
    this.lines = [];
    this.fresh = [];
    this.listEl?.empty();
    this.addFresh();
    if (server === undefined) return;
    const { signal } = this.following;
    const onLine = (line: LogLine): void => {
      if (signal.aborted) return;
      this.fresh.push(line);
      this.addSoon();
    };
    void attempt(() => this.parts.toolyard.activity.followLog({ server, tail: MOST_LINES, signal, onLine }));
  }

  private addFresh(): void {
    const { listEl, emptyEl } = this;
    if (listEl === undefined) return;
    const isAtEnd = listEl.scrollHeight - listEl.scrollTop - listEl.clientHeight < NEAR_END;
    const fresh = this.fresh.splice(0).slice(-MOST_LINES);
    for (const line of fresh) addLine(listEl, line);
    this.lines = [...this.lines, ...fresh].slice(-MOST_LINES);
    while (listEl.childElementCount > MOST_LINES) listEl.firstElementChild?.remove();
    if (isAtEnd) listEl.scrollTop = listEl.scrollHeight;
    emptyEl?.toggle(this.lines.length === 0);
    emptyEl?.setText(this.explainNothing());
  }

  private explainNothing(): string {
    if (this.server === undefined) return 'There are no servers yet.';
    return `Nothing was logged about ${toVisible(this.server)} yet. What it writes to stderr, and when it starts, fails and ends, is shown here as it comes.`;
  }

  private async copy(): Promise<void> {
    const text = this.lines.map((line) => formatLogLine(line, { color: false })).join('\n');
    if (!(await attempt(() => navigator.clipboard.writeText(text)))) return;
    showNotice(this.lines.length === 1 ? 'Copied 1 line.' : `Copied ${this.lines.length} lines.`);
  }
}

function addLine(listEl: HTMLElement, { at, level, text }: LogLine): void {
  const lineEl = listEl.createDiv({ cls: 'toolyard-log-line', attr: { 'data-level': level } });
  const time = new Date(at);
  lineEl.createEl('time', { text: time.toLocaleTimeString(), attr: { datetime: at, title: time.toLocaleString() } });
  const mark = level === 'warning' || level === 'error' ? `${level} ` : '';
  lineEl.createSpan({ cls: 'toolyard-log-level', text: ` ${mark}` });
  lineEl.createSpan({ text: text.split(/\r?\n/).map(toVisibleLine).join('\n') });
}

import { toVisible, type CallRecord } from '@toolyard/core';
import { DropdownComponent, ItemView, type WorkspaceLeaf } from 'obsidian';
import { describeCall, matchesCall, type CallFilter } from '../../views/describe-call.ts';
import { openNoteAt } from '../leaves/open-note-at.ts';
import type { OpenedView } from '../leaves/open-view.ts';
import { showNotice } from '../notices/show-notice.ts';
import { labelControl } from '../settings/label-control.ts';
import { attempt } from '../settings/settings-parts.ts';
import { throttle } from '../settings/throttle.ts';
import { KeyedList } from './keyed-list.ts';
import type { ViewsParts } from './views-parts.ts';

/** The calls of the vault, in the sidebar. */
export const HISTORY_VIEW: OpenedView = { type: 'toolyard-call-history', place: 'sidebar' };

const REFRESH_MS = 250;

/** More of them nobody reads; a filter finds the others. */
const MOST_SHOWN = 100;

const STATUSES = ['success', 'error', 'timeout', 'cancelled', 'refused', 'waiting', 'running'];

/** The calls of the vault, the newest first, those of earlier runs too. It follows what is called for as long as it is open. */
export class CallHistoryView extends ItemView {
  override icon = 'history';
  private readonly parts: ViewsParts;
  private filter: CallFilter = { text: '', status: '', server: '' };
  private records: readonly CallRecord[] = [];
  private list: KeyedList<CallRecord> | undefined;
  private serverChoice: DropdownComponent | undefined;
  private sumEl: HTMLElement | undefined;

  constructor(leaf: WorkspaceLeaf, parts: ViewsParts) {
    super(leaf);
    this.parts = parts;
  }

  override getViewType(): string {
    return HISTORY_VIEW.type;
  }

  override getDisplayText(): string {
    return 'Call history';
  }

  override async onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.addClass('toolyard-history');
    this.addFilters(contentEl.createDiv('toolyard-filters'));
    this.sumEl = contentEl.createDiv({ cls: 'toolyard-empty', attr: { role: 'status' } });
    this.list = new KeyedList(contentEl.createDiv(), {
      keyOf: ({ id }) => id,
      stateOf: (record) => [describeCall(record), record.document, this.hasNote(record)],
      fill: (rowEl, record) => this.fill(rowEl, record),
    });
    const refresh = throttle(() => void this.readCalls(), REFRESH_MS);
    this.register(this.parts.toolyard.activity.on(refresh));
    this.register(refresh.cancel);
    await this.readCalls();
  }

  private addFilters(el: HTMLElement): void {
    const search = el.createEl('input', {
      type: 'search',
      placeholder: 'Filter calls',
      attr: { 'aria-label': 'Filter calls by text' },
    });
    this.registerDomEvent(search, 'input', () => this.narrow({ text: search.value.trim() }));
    const status = new DropdownComponent(el).addOption('', 'Any status');
    for (const each of STATUSES) status.addOption(each, each);
    status.onChange((chosen) => this.narrow({ status: chosen }));
    labelControl(status.selectEl, 'Status');
    this.serverChoice = new DropdownComponent(el).onChange((chosen) => this.narrow({ server: chosen }));
    labelControl(this.serverChoice.selectEl, 'Server');
  }

  private narrow(change: Partial<CallFilter>): void {
    this.filter = { ...this.filter, ...change };
    this.show();
  }

  private async readCalls(): Promise<void> {
    await attempt(async () => {
      this.records = await this.parts.toolyard.activity.history();
      this.offerServers();
      this.show();
    });
  }

  private offerServers(): void {
    const names = [...new Set(this.records.map(({ server }) => server).filter((name) => name !== ''))].toSorted();
    const { selectEl } = this.serverChoice ?? {};
    if (selectEl === undefined || selectEl.dataset['names'] === JSON.stringify(names)) return;
    selectEl.dataset['names'] = JSON.stringify(names);
    selectEl.empty();
    this.serverChoice?.addOption('', 'Any server');
    for (const name of names) this.serverChoice?.addOption(name, toVisible(name));
    this.serverChoice?.setValue(this.filter.server);
  }

  private show(): void {
    const found = this.records.filter((record) => matchesCall(record, this.filter));
    this.list?.show(found.slice(0, MOST_SHOWN));
    this.sumEl?.setText(this.describeSum(found.length));
  }

  private describeSum(count: number): string {
    if (this.records.length === 0) return 'No tool was called yet. Run a block, or ask the assistant.';
    if (count === 0) return 'No call is like that.';
    const calls = count === 1 ? '1 call' : `${count} calls`;
    return count > MOST_SHOWN ? `The last ${MOST_SHOWN} of ${calls}. Filter to see others.` : calls;
  }

  private fill(rowEl: HTMLElement, record: CallRecord): void {
    const call = describeCall(record);
    const time = new Date(record.submittedAt);
    rowEl.createSpan({ cls: 'toolyard-dot', attr: { 'data-tone': call.tone, 'aria-hidden': 'true' } });
    rowEl.createSpan({ cls: 'toolyard-row-name', text: call.tool });
    const facts = [call.status, call.duration].filter((part) => part !== '').join(', ');
    rowEl.createSpan({ cls: 'toolyard-row-facts', text: facts });
    const about = rowEl.createDiv('toolyard-row-more');
    const when = about.createEl('time', { text: time.toLocaleString() });
    when.setAttr('datetime', time.toISOString());
    about.appendText([` · ${call.origin}`, call.approval].filter((part) => part !== '').join(' · '));
    this.addPlace(rowEl, record);
    if (call.problem !== '') rowEl.createDiv({ cls: 'toolyard-row-problem', text: call.problem });
    if (call.arguments === undefined) return;
    const details = rowEl.createEl('details', 'toolyard-more');
    details.createEl('summary', { text: 'Arguments' });
    details.createEl('pre', { cls: 'toolyard-definition', text: call.arguments });
  }

  private addPlace(rowEl: HTMLElement, record: CallRecord): void {
    const { document } = record;
    if (document === undefined) return;
    const { path, line } = document;
    const text = line === undefined ? toVisible(path) : `${toVisible(path)}, line ${line}`;
    if (!this.hasNote(record)) {
      rowEl.createDiv({ cls: 'toolyard-row-more', text });
      return;
    }
    const link = rowEl.createEl('button', { cls: 'toolyard-link', text });
    link.addEventListener('click', () => {
      void openNoteAt(this.parts.app, path, line).then((isShown) => {
        if (!isShown) showNotice(`There is no note "${path}" any more.`);
      });
    });
  }

  private hasNote({ document }: CallRecord): boolean {
    return document !== undefined && this.parts.app.vault.getAbstractFileByPath(document.path) !== null;
  }
}

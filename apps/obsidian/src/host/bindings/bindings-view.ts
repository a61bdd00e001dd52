import { toVisible } from '@toolyard/core';
import type { BoundNote, UnreadEntry } from '@toolyard/documents';
import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { listBindings, type ListedBinding } from '../../bindings/list-bindings.ts';
import { askForServer } from './binding-actions.ts';
import type { BindingsHost } from './bindings-host.ts';

/** The name by which Obsidian keeps the view in its layout. */
export const BINDINGS_VIEW = 'toolyard-bindings';

/** How long nobody types before the list is made again. */
const PAUSE_MS = 300;

/** The bindings of the note that is active, in the sidebar. */
export class BindingsView extends ItemView {
  private readonly host: BindingsHost;
  private timer: number | undefined;

  constructor(leaf: WorkspaceLeaf, host: BindingsHost) {
    super(leaf);
    this.host = host;
  }

  override getViewType(): string {
    return BINDINGS_VIEW;
  }

  override getDisplayText(): string {
    return 'Bindings of this note';
  }

  override getIcon(): string {
    return 'link';
  }

  override async onOpen(): Promise<void> {
    const { app } = this.host;
    this.registerEvent(app.workspace.on('file-open', () => void this.show()));
    this.registerEvent(app.workspace.on('editor-change', () => this.showSoon()));
    // Its buttons act on the path that the note has now.
    this.registerEvent(app.vault.on('rename', () => void this.show()));
    this.registerEvent(app.vault.on('modify', (file) => void (file.path === this.path && this.showSoon())));
    this.register(this.host.toolyard.servers.on(() => this.showSoon()));
    this.register(() => window.clearTimeout(this.timer));
    await this.show();
  }

  private get path(): string | undefined {
    const file = this.host.app.workspace.getActiveFile();
    return file?.extension === 'md' ? file.path : undefined;
  }

  private showSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.show(), PAUSE_MS);
  }

  private async show(): Promise<void> {
    const { path } = this;
    // A note that is deleted at this moment has none.
    const bound = path === undefined ? undefined : await this.host.toolyard.bindings.read(path).catch(() => undefined);
    // Another note may be active by now, and is shown then.
    if (path !== this.path) return;
    this.contentEl.empty();
    this.contentEl.addClass('toolyard-bindings');
    if (path === undefined || bound === undefined) this.say('No note is open.');
    else this.list(path, bound);
  }

  private list(path: string, bound: BoundNote): void {
    const listed = listBindings(bound);
    if (listed.length + bound.unread.length === 0) {
      this.say('Nothing in this note is bound. Put the cursor into a section, and use the command "Bind to server…".');
    }
    for (const each of listed) this.addBinding(path, each);
    for (const each of bound.unread) this.addUnread(path, each);
  }

  private say(text: string): void {
    this.contentEl.createEl('p', { cls: 'toolyard-bindings-empty', text });
  }

  private addBinding(path: string, { resolved: { binding }, isOwn, remark, hasProblem }: ListedBinding): void {
    const { name, server, target, inherit } = binding;
    const { bindings } = this.host.toolyard;
    const row = this.addRow(name);
    const badge = row.createSpan({ cls: 'toolyard-binding', text: toVisible(server) });
    badge.toggleClass('mod-unresolved', hasProblem);
    if (remark !== undefined) this.addRemark(row, remark, hasProblem);
    if (!isOwn) {
      this.addRemark(row, 'From the settings, for all notes.', false);
      return;
    }
    const label = row.createEl('label', { cls: 'toolyard-bindings-inherit' });
    const inherits = label.createEl('input', { type: 'checkbox' });
    inherits.checked = inherit;
    label.appendText('Sections below inherit it');
    inherits.addEventListener('change', () => void bindings.setInherit(path, target, inherits.checked));
    const actions = row.createDiv({ cls: 'toolyard-bindings-actions' });
    const change = actions.createEl('button', { text: 'Change server…' });
    change.addEventListener('click', () => askForServer({ host: this.host, path }, { name, target, binding }));
    this.addRemoval(actions, 'Unbind', () => void bindings.unbind(path, target));
  }

  private addUnread(path: string, entry: UnreadEntry): void {
    const row = this.addRow(`Entry ${entry.index + 1} of the frontmatter`);
    this.addRemark(row, entry.reason, true);
    const actions = row.createDiv({ cls: 'toolyard-bindings-actions' });
    this.addRemoval(actions, 'Remove', () => void this.host.toolyard.bindings.removeEntry(path, entry));
  }

  /** Until the list is made again, a second click could mean an entry that came into the place of the first. */
  private addRemoval(actions: HTMLElement, text: string, remove: () => void): void {
    const button = actions.createEl('button', { text });
    button.addEventListener('click', () => {
      button.disabled = true;
      remove();
    });
  }

  private addRow(name: string): HTMLElement {
    const row = this.contentEl.createDiv({ cls: 'toolyard-bindings-row' });
    row.createSpan({ cls: 'toolyard-bindings-name', text: toVisible(name) });
    return row;
  }

  private addRemark(row: HTMLElement, text: string, isProblem: boolean): void {
    const remark = row.createDiv({ cls: 'toolyard-bindings-remark', text: toVisible(text) });
    remark.toggleClass('mod-problem', isProblem);
  }
}

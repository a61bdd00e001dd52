import { ItemView, type WorkspaceLeaf } from 'obsidian';
import type { ListedTool } from '../../tools/list-tools.ts';
import { searchTools } from '../../tools/search-tools.ts';
import type { ServerView } from '../../yard/plugin-servers.ts';
import { throttle } from '../settings/throttle.ts';
import { findWrittenNote } from './insert-tool-call.ts';
import { openInsertForm } from './insert-tool-modal.ts';
import { toFuzzyMatcher } from './tool-picker.ts';
import { showToolRow, type ToolActions } from './tool-row.ts';
import type { ToolsHost } from './tools-host.ts';
import { TryToolModal } from './try-tool-modal.ts';

/** The name by which Obsidian keeps the view in its layout. */
export const TOOLS_VIEW = 'toolyard-tools';

const REFRESH_MS = 250;
/** How many tools are shown at first, and how many more by the button below them: hundreds of rows take time to draw. */
const PAGE = 50;
const ALL = '';

/** All tools of all servers in the sidebar: to be searched, read, switched, tried and inserted. */
export class ToolsView extends ItemView {
  private readonly host: ToolsHost;
  private readonly refresh = throttle(() => this.takeOver(), REFRESH_MS);
  private readonly expanded = new Set<string>();
  private tools: readonly ListedTool[] = [];
  private servers: readonly ServerView[] = [];
  private shown = '';
  private most = PAGE;
  private searchEl!: HTMLInputElement;
  private serverEl!: HTMLSelectElement;
  private sumEl!: HTMLElement;
  private listEl!: HTMLElement;

  constructor(leaf: WorkspaceLeaf, host: ToolsHost) {
    super(leaf);
    this.host = host;
  }

  override getViewType(): string {
    return TOOLS_VIEW;
  }

  override getDisplayText(): string {
    return 'Tools';
  }

  override getIcon(): string {
    return 'wrench';
  }

  override async onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass('toolyard-tools');
    const controls = contentEl.createDiv({ cls: 'toolyard-tools-controls' });
    this.searchEl = controls.createEl('input', {
      type: 'search',
      placeholder: 'Search tools…',
      attr: { 'aria-label': 'Search tools' },
    });
    this.serverEl = controls.createEl('select', { cls: 'dropdown', attr: { 'aria-label': 'Server' } });
    this.sumEl = contentEl.createDiv({ cls: 'toolyard-tools-sum', attr: { role: 'status' } });
    this.listEl = contentEl.createDiv({ cls: 'toolyard-tools-list' });
    const showAnew = (): void => {
      this.most = PAGE;
      this.show();
    };
    this.registerDomEvent(this.searchEl, 'input', showAnew);
    this.registerDomEvent(this.serverEl, 'change', showAnew);
    this.register(this.host.toolyard.servers.on(this.refresh));
    this.register(() => this.refresh.cancel());
    this.takeOver();
    // Obsidian opens what was open when it last ended: nothing starts because of that, but by the command.
    void this.host.toolyard.tools.recall().then(this.refresh);
  }

  /** Takes over what is known by now; nothing is drawn again where that is the same. */
  private takeOver(): void {
    const servers = this.host.toolyard.servers.list();
    this.servers = servers;
    this.tools = this.host.toolyard.tools.list();
    const state = JSON.stringify([
      servers.map(({ name, text }) => [name, text]),
      this.tools.map(({ id, isOn, entry }) => [id, isOn, entry?.json.length]),
    ]);
    if (state === this.shown) return;
    this.shown = state;
    const chosen = this.serverEl.value;
    this.serverEl.empty();
    this.serverEl.createEl('option', { value: ALL, text: 'All servers' });
    for (const { name } of servers) {
      const count = this.tools.filter((tool) => tool.server === name).length;
      this.serverEl.createEl('option', { value: name, text: `${name} (${count})` });
    }
    this.serverEl.value = servers.some(({ name }) => name === chosen) ? chosen : ALL;
    this.show();
  }

  private show(): void {
    const server = this.serverEl.value;
    const ofServer = server === ALL ? this.tools : this.tools.filter((tool) => tool.server === server);
    const found = searchTools(ofServer, this.searchEl.value, toFuzzyMatcher);
    this.sumEl.setText(this.describe(found, server));
    const focused = this.listEl.doc.activeElement?.getAttribute('data-focus');
    this.listEl.empty();
    for (const tool of found.slice(0, this.most)) {
      showToolRow(this.listEl, tool, { isOpen: this.expanded.has(tool.id), actions: this.actionsOf(tool) });
    }
    if (found.length > this.most) this.addMore(found.length - this.most);
    // The rows are others by now; whoever works with the keyboard goes on at the same place.
    if (focused) this.focusOn(focused);
  }

  private focusOn(name: string): void {
    const controls = this.listEl.findAll('[data-focus]');
    controls.find((each) => each.getAttribute('data-focus') === name)?.focus();
  }

  private addMore(left: number): void {
    const text = `Show ${Math.min(left, PAGE)} more`;
    const button = this.listEl.createEl('button', { cls: 'toolyard-tools-more', text });
    button.addEventListener('click', () => {
      const first = this.most;
      this.most += PAGE;
      this.show();
      this.listEl.findAll('.toolyard-tool-name')[first]?.focus();
    });
  }

  private actionsOf(tool: ListedTool): ToolActions {
    const { toolyard } = this.host;
    const isStored = this.servers.some(({ name, stored }) => name === tool.server && stored !== undefined);
    return {
      onToggle: (isOpen) => void (isOpen ? this.expanded.add(tool.id) : this.expanded.delete(tool.id)),
      insert: () => {
        const note = findWrittenNote(this.app);
        if (note !== undefined) openInsertForm(this.host, note, tool);
      },
      focus: (name) => {
        const { activeElement, body } = this.listEl.doc;
        if (activeElement === null || activeElement === body) this.focusOn(name);
      },
      tryIt: () => this.host.openDialog(new TryToolModal(this.host, tool)),
      ...(isStored && { switchTool: (isOn: boolean) => toolyard.servers.switchTool(tool.server, tool.name, isOn) }),
    };
  }

  private describe(found: readonly ListedTool[], server: string): string {
    const unknown = this.servers
      .filter(({ name }) => (server === ALL || name === server) && this.tools.every((tool) => tool.server !== name))
      .map(({ name, text }) => `${name}: ${text}`);
    if (found.length === 0 && this.searchEl.value.trim() !== '') return 'No tool matches.';
    if (this.tools.length === 0 && unknown.length === 0)
      return 'There is no server yet. Add one in the settings of Toolyard.';
    const on = found.filter(({ isOn }) => isOn);
    const tokens = on.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0);
    const count = `${found.length} ${found.length === 1 ? 'tool' : 'tools'}`;
    const sum = found.length === 0 ? [] : [`${count}, about ${tokens.toLocaleString('en')} tokens.`];
    return [...sum, ...(unknown.length > 0 ? [`Not known yet: ${unknown.join(' ')}`] : [])].join(' ');
  }
}

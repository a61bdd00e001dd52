import {
  PluginSettingTab,
  type Plugin,
  type Setting,
  type SettingDefinitionItem,
  type SettingGroup,
  type SettingGroupItem,
} from 'obsidian';
import { checkSetting } from '@toolyard/host';
import { defineAssistant } from '../assistant/assistant-settings.ts';
import { closeSettings } from '../leaves/open-settings.ts';
import { FIRST_RUN_VIEW, openView } from '../leaves/open-view.ts';
import { ImportModal, PasteModal } from './add-servers-modal.ts';
import { createBindingRows, findVaultBindings } from './binding-rows.ts';
import { createApprovalRows } from './device-rows.ts';
import { showConfigurationFile } from './configuration-row.ts';
import { isBehindDialog, keepFocus } from './keep-focus.ts';
import { openServerForm } from './open-server-form.ts';
import { ServerRow } from './server-row.ts';
import { attempt, type SettingsParts } from './settings-parts.ts';
import { throttle } from './throttle.ts';

const REFRESH_MS = 250;

const NAMINGS = { safe: 'server__tool', colon: 'server:tool', dot: 'server.tool', none: 'tool' };

type Limit = 'timeoutMs' | 'concurrentLimit' | 'sessionLimit';

/** The settings of the plugin. While they are shown they follow the servers; nothing is looked at while they are not. */
export class ToolyardSettingTab extends PluginSettingTab {
  override icon = 'wrench';
  private readonly parts: SettingsParts;
  private readonly rows = new Map<string, ServerRow>();
  /** Show what changed in parts that are lists of their own. */
  private readonly lists = new Set<() => void>();
  private refresh = (): void => undefined;
  private structure = '';

  constructor(plugin: Plugin, parts: SettingsParts) {
    super(parts.app, plugin);
    this.parts = parts;
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    this.structure = this.readStructure();
    return [
      ...this.defineProblems(),
      { type: 'list', heading: 'Servers', emptyState: 'There are no servers yet.', items: this.defineServers() },
      { type: 'group', items: [this.defineAdding()] },
      { type: 'group', heading: 'Limits', items: this.defineLimits() },
      {
        type: 'group',
        heading: 'Bindings in every note',
        visible: () => this.hasBindings(),
        items: [this.defineBindings()],
      },
      { type: 'group', heading: 'Approved on this device', items: [this.defineApprovals()] },
      ...defineAssistant(this.parts, (about, create) => this.defineList(about, create)),
      { type: 'group', heading: 'Configuration', items: [this.defineFile()] },
    ];
  }

  override getControlValue(key: string): unknown {
    return Object.entries(this.parts.settings.data).find(([name]) => name === key)?.[1];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await attempt(() => this.parts.settings.change(() => ({ [key]: value })));
  }

  private defineProblems(): SettingDefinitionItem[] {
    const { readOnly, problems } = this.parts.settings;
    return [...(readOnly === undefined ? [] : [readOnly]), ...problems].map((text) => ({
      name: 'Problem in the settings file',
      desc: text,
      searchable: false,
      render: (setting) => void setting.setClass('toolyard-problem'),
    }));
  }

  private defineServers(): SettingGroupItem[] {
    return this.parts.servers.list().map((view) => ({
      name: view.name,
      render: (setting) => {
        const row = new ServerRow(setting, this.parts, view);
        this.rows.set(view.name, row);
        return () => {
          row.close();
          this.rows.delete(view.name);
        };
      },
    }));
  }

  /** Also keeps all that is shown up to date, since it is always there. */
  private defineAdding(): SettingGroupItem {
    const { servers, settings } = this.parts;
    return {
      name: 'Add servers',
      desc: 'A server that is added here stays off until its first successful test.',
      aliases: ['MCP', 'import', 'paste'],
      render: (setting) => {
        this.addButtons(setting);
        // What is known from earlier runs is shown too; no server starts by that.
        if (servers.list().length > 0) void attempt(() => servers.open());
        const refresh = throttle(() => this.showChanges(), REFRESH_MS);
        this.refresh = refresh;
        const stops = [servers.on(refresh), settings.on(refresh), refresh.cancel];
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }

  private addButtons(setting: Setting): void {
    const named = this.parts.servers.namedFile();
    const isFixed = named !== undefined || this.parts.settings.readOnly !== undefined;
    if (named !== undefined) setting.setDesc(`The servers stand in ${named.file}. Edit them there.`);
    const add = (text: string, act: () => void): void => {
      setting.addButton((button) => button.setButtonText(text).setDisabled(isFixed).onClick(act));
    };
    setting.addButton((button) => button.setButtonText('First steps').onClick(() => this.openFirstSteps()));
    add('Import', () => this.parts.openDialog(new ImportModal(this.parts)));
    add('Paste JSON', () => this.parts.openDialog(new PasteModal(this.parts)));
    setting.addButton((button) =>
      button
        .setButtonText('Add server')
        .setCta()
        .setDisabled(isFixed)
        .onClick(() => openServerForm(this.parts)),
    );
  }

  private openFirstSteps(): void {
    closeSettings(this.app);
    void openView(this.app, FIRST_RUN_VIEW);
  }

  private defineLimits(): SettingGroupItem[] {
    const disabled = (): boolean =>
      this.parts.servers.namedFile() !== undefined || this.parts.settings.readOnly !== undefined;
    const limit = (key: Limit, name: string, desc: string): SettingGroupItem => ({
      name,
      desc,
      control: { type: 'number', key, disabled, validate: (value) => checkSetting(key, value) },
    });
    return [
      limit('timeoutMs', 'Time limit', 'How long one call may take, in milliseconds: 1000 to 300000.'),
      limit('concurrentLimit', 'Calls at once', 'Over all servers; more of them wait for their turn. -1 is unlimited.'),
      limit('sessionLimit', 'Calls in a session', 'In one note until Obsidian is started again. -1 is unlimited.'),
      {
        name: 'Names of tools',
        desc: 'As clients see them that share these servers with Obsidian.',
        control: { type: 'dropdown', key: 'naming', options: NAMINGS, disabled },
      },
    ];
  }

  private defineBindings(): SettingGroupItem {
    const desc = 'They come from earlier settings, which named no note.';
    return this.defineList({ name: 'Bindings', desc }, (listEl) => createBindingRows(listEl, this.parts));
  }

  private defineApprovals(): SettingGroupItem {
    const desc = 'What these definitions start may run here. The vault travels, this list does not.';
    return this.defineList({ name: 'Approvals', desc }, (listEl) => {
      const show = createApprovalRows(listEl, this.parts);
      return () => void attempt(show);
    });
  }

  private defineFile(): SettingGroupItem {
    return {
      name: 'Configuration file',
      desc: 'A toolyard.json outside of the vault whose servers are used in place of those above. Empty: those of the vault.',
      render: (setting) => showConfigurationFile(setting, this.parts),
    };
  }

  /** A list whose rows are no definitions, since what it shows is not at hand when these are asked for. */
  private defineList(
    about: { name: string; desc: string },
    create: (listEl: HTMLElement) => () => void,
  ): SettingGroupItem {
    return {
      ...about,
      render: (_setting: Setting, group: SettingGroup) => {
        const listEl = group.listEl.createDiv('toolyard-list');
        const show = create(listEl);
        this.lists.add(show);
        show();
        return () => {
          this.lists.delete(show);
          listEl.remove();
        };
      },
    };
  }

  private hasBindings(): boolean {
    return findVaultBindings(this.parts).length > 0;
  }

  private showChanges(): void {
    if (this.readStructure() !== this.structure) {
      if (isBehindDialog(this.containerEl)) this.refresh();
      else keepFocus(this.containerEl, () => this.update());
      return;
    }
    for (const view of this.parts.servers.list()) this.rows.get(view.name)?.refresh(view);
    for (const show of this.lists) show();
    this.refreshDomState();
  }

  /** What decides which rows there are. */
  private readStructure(): string {
    const { servers, settings } = this.parts;
    const list = servers.list().map(({ name, stored }) => [name, stored !== undefined]);
    return JSON.stringify([list, servers.namedFile(), settings.readOnly, settings.problems]);
  }
}

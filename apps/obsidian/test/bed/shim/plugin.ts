import type { Extension } from '@codemirror/state';
import type * as Obsidian from 'obsidian';
import { Component } from './component.ts';
import type { EditorSuggest } from './editor-suggest.ts';
import type { ItemView } from './sidebar.ts';
import type { SecretStorage } from './secret-storage.ts';
import type { PluginSettingTab } from './setting-tab.ts';
import type { AppSettings } from './settings-window.ts';
import { standFor, type PartOf } from './stand-for.ts';
import type { Files, FileSystemAdapter, Vault } from './vault.ts';
import { FileManager, MetadataCache } from './file-manager.ts';
import { localStorageOf } from './local-storage.ts';
import type { NoteExtensions } from './markdown-view.ts';
import type { Workspace } from './workspace.ts';

/** The app that the shim is. */
export interface BedApp {
  readonly vault: Vault;
  readonly workspace: Workspace;
  readonly folder: FileSystemAdapter;
  readonly extensions: NoteExtensions;
  readonly commands: Map<string, Obsidian.Command>;
  readonly settingTabs: PluginSettingTab[];
  readonly settings: AppSettings;
  readonly secretStorage: SecretStorage;
}

/** The class that plugins extend; made for one app, which plugins know as a whole. */
export function createPluginClass(
  bed: BedApp,
): abstract new (app: Obsidian.App, manifest: Obsidian.PluginManifest) => BedPlugin {
  abstract class Plugin extends BedPlugin {
    constructor(app: Obsidian.App, manifest: Obsidian.PluginManifest) {
      super(app, manifest, bed);
    }
  }
  return Plugin;
}

/** What plugins can register, and where their data is. */
export abstract class BedPlugin
  extends Component
  implements PartOf<Omit<Obsidian.Plugin, keyof Obsidian.Component | 'registerView'>>
{
  app: Obsidian.App;
  manifest: Obsidian.PluginManifest;
  private readonly bed: BedApp;

  constructor(app: Obsidian.App, manifest: Obsidian.PluginManifest, bed: BedApp) {
    super();
    this.app = app;
    this.manifest = manifest;
    this.bed = bed;
  }

  /** Called when data.json was changed by somebody else. */
  onExternalSettingsChange?(): unknown;

  async saveData(data: unknown): Promise<void> {
    this.files.writeFileSync(this.dataFile, JSON.stringify(data, undefined, 2));
  }

  addCommand(command: Obsidian.Command): Obsidian.Command {
    const id = `${this.manifest.id}:${command.id}`;
    this.bed.commands.set(id, command);
    this.register(() => this.bed.commands.delete(id));
    return command;
  }

  addStatusBarItem(): HTMLElement {
    const bar = document.body.find('.status-bar') ?? document.body.createDiv('status-bar');
    const item = bar.createDiv(`status-bar-item plugin-${this.manifest.id}`);
    this.register(() => item.remove());
    return item;
  }

  addSettingTab(tab: Obsidian.PluginSettingTab): void {
    const shown = tab as unknown as PluginSettingTab;
    this.addTo(this.bed.settingTabs, shown);
    shown.update();
  }

  registerMarkdownPostProcessor(processor: Obsidian.MarkdownPostProcessor): Obsidian.MarkdownPostProcessor {
    this.addTo(this.bed.extensions.postProcessors, processor);
    return processor;
  }

  registerEditorExtension(extension: Extension): void {
    // Taken back in reverse: the editors are told when it is out of the list.
    this.register(() => this.bed.workspace.updateOptions());
    this.addTo(this.bed.extensions.editorExtensions, extension);
    this.bed.workspace.updateOptions();
  }

  registerEditorSuggest(suggest: Obsidian.EditorSuggest<unknown>): void {
    const shown = suggest as unknown as EditorSuggest<unknown>;
    this.register(() => shown.close());
    this.registerEditorExtension(shown.toExtension());
  }

  registerView(type: string, create: (leaf: Obsidian.WorkspaceLeaf) => ItemView): void {
    const createWithApp = (leaf: Obsidian.WorkspaceLeaf): ItemView => Object.assign(create(leaf), { app: this.app });
    this.register(this.bed.workspace.sidebar.register(type, createWithApp));
  }

  private addTo<T>(list: T[], each: T): void {
    list.push(each);
    this.register(() => list.splice(list.indexOf(each), 1));
  }

  private get files(): Files {
    return this.bed.folder.files;
  }

  private get dataFile(): string {
    return this.bed.folder.getFullPath(`${this.bed.vault.configDir}/plugins/${this.manifest.id}/data.json`);
  }
}

/** The app as plugins see it. */
export function toApp({ vault, workspace, folder, settings, secretStorage }: BedApp): Obsidian.App {
  return standFor<Obsidian.App & { readonly setting: AppSettings }>({
    ...localStorageOf(folder),
    setting: settings,
    fileManager: standFor<Obsidian.FileManager>(new FileManager(vault, folder)),
    metadataCache: standFor<Obsidian.MetadataCache>(new MetadataCache(vault)),
    vault: standFor<Obsidian.Vault>(vault),
    workspace: standFor<Obsidian.Workspace>(workspace),
    secretStorage: standFor<Obsidian.SecretStorage>(secretStorage),
  });
}

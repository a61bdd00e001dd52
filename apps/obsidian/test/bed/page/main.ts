// Runs in the page: Obsidian, as far as the plugin needs it, with the plugin as it is released.
import * as commands from '@codemirror/commands';
import * as language from '@codemirror/language';
import * as state from '@codemirror/state';
import * as view from '@codemirror/view';
import { WindowBuffer } from './window-buffer.ts';
import type * as Obsidian from 'obsidian';
import { Component, MarkdownRenderChild } from '../shim/component.ts';
import { openPaletteByKey } from '../shim/command-palette.ts';
import { Modal, Notice } from '../shim/dialogs.ts';
import { extendDom } from '../shim/dom-extensions.ts';
import { EditorSuggest } from '../shim/editor-suggest.ts';
import { MarkdownRenderer } from '../shim/markdown-renderer.ts';
import { prepareFuzzySearch, SuggestModal } from '../shim/search-modal.ts';
import { openPopout } from '../shim/popout.ts';
import { editorInfoField, editorLivePreviewField } from '../shim/live-preview.ts';
import { MarkdownView, type NoteExtensions } from '../shim/markdown-view.ts';
import { createPluginClass, toApp, type BedApp, type BedPlugin } from '../shim/plugin.ts';
import { Menu } from '../shim/menu.ts';
import { ItemView } from '../shim/sidebar.ts';
import { SecretStorage } from '../shim/secret-storage.ts';
import { Setting, SettingGroup } from '../shim/setting.ts';
import * as settingComponents from '../shim/setting-components.ts';
import { PluginSettingTab } from '../shim/setting-tab.ts';
import { AppSettings } from '../shim/settings-window.ts';
import { standFor } from '../shim/stand-for.ts';
import { FuzzySuggestModal } from '../shim/suggest-modal.ts';
import { Tasks } from '../shim/tasks.ts';
import { FileSystemAdapter, normalizePath, TAbstractFile, TFile, TFolder, Vault, type Files } from '../shim/vault.ts';
import { Workspace } from '../shim/workspace.ts';
import type { Bed, BedSettings } from './bed.ts';
import { PageNode } from './page-node.ts';

declare const BED_SETTINGS: BedSettings;

const { env, vaultFolder, pluginFolder, builtins } = BED_SETTINGS;
const node = await PageNode.connect(new URL('./', location.href).href);
extendDom(window);
const process = createProcess();
Object.assign(window, {
  Buffer: WindowBuffer,
  process,
  global: window,
  setImmediate: (run: () => void) => window.setTimeout(run),
});

const folder = new FileSystemAdapter(vaultFolder, node.require('fs') as Files);
const vault = new Vault(folder);
const extensions: NoteExtensions = { postProcessors: [], editorExtensions: [] };
const workspace = new Workspace(vault, extensions, document.body.createDiv('workspace'));
const secretStorage = new SecretStorage();
const settingTabs: PluginSettingTab[] = [];
const settings = new AppSettings(() => toApp(app), settingTabs);
const app: BedApp = { vault, workspace, folder, extensions, commands: new Map(), settingTabs, settings, secretStorage };

const MODULES: Readonly<Record<string, unknown>> = {
  '@codemirror/commands': commands,
  '@codemirror/language': language,
  '@codemirror/state': state,
  '@codemirror/view': view,
  obsidian: {
    ...settingComponents,
    Component,
    EditorSuggest,
    FileSystemAdapter,
    FuzzySuggestModal,
    ItemView,
    MarkdownRenderChild,
    MarkdownRenderer,
    MarkdownView,
    Menu,
    Modal,
    normalizePath,
    Notice,
    Plugin: createPluginClass(app),
    PluginSettingTab,
    prepareFuzzySearch,
    Setting,
    SettingGroup,
    SuggestModal,
    editorInfoField,
    editorLivePreviewField,
    TAbstractFile,
    TFile,
    TFolder,
  },
};

// In a window they are there from the start.
for (const name of builtins) node.require(name);

interface PluginModule {
  exports: { default?: new (app: Obsidian.App, manifest: Obsidian.PluginManifest) => BedPlugin };
}

type PluginFactory = (module: PluginModule, exports: object, require: (name: string) => unknown) => void;

let plugin: BedPlugin | undefined;

/** What the plugin is given: the app's own modules, and the builtins of Node that its bundle was found to need. */
function requireForPlugin(name: string): unknown {
  if (Object.hasOwn(MODULES, name)) return MODULES[name];
  if (builtins.includes(name)) return node.require(name);
  throw new Error(`The plugin has no module "${name}".`);
}

/** The code of the plugin as a function, which is how Obsidian runs it. */
function toFactory(code: string): PluginFactory {
  const script = document.head.createEl('script');
  script.text = `window.pluginFactory = function (module, exports, require) {${code}\n}`;
  document.head.append(script);
  return Reflect.get(window, 'pluginFactory') as PluginFactory;
}

/** Node's process as a window has it: functions run in Node, the rest is as it was when the window was opened. */
function createProcess(): Record<string, unknown> {
  return { ...node.require('process'), env, nextTick: (run: () => void) => queueMicrotask(run) };
}

function fileAt(path: string): TFile {
  const file = vault.getFileByPath(path);
  if (file === null) throw new Error(`There is no note ${path}.`);
  return file;
}

const bed: Bed = {
  async load() {
    const files = folder.files;
    const code = files.readFileSync(`${pluginFolder}/main.js`, 'utf8');
    const manifest = JSON.parse(files.readFileSync(`${pluginFolder}/manifest.json`, 'utf8')) as Obsidian.PluginManifest;
    const start = performance.now();
    const module: PluginModule = { exports: {} };
    toFactory(code)(module, module.exports, requireForPlugin);
    const Plugin = module.exports.default;
    if (Plugin === undefined) throw new Error('main.js has no default export.');
    plugin = new Plugin(toApp(app), manifest);
    plugin.load();
    await plugin.loaded;
    return performance.now() - start;
  },
  unload() {
    plugin?.unload();
    plugin = undefined;
  },
  tellOfChangedData: () => void plugin?.onExternalSettingsChange?.(),
  async callServers(name, ...args) {
    // What views call; the plugin that is released says nowhere else what it knows of servers.
    const { servers } = Reflect.get(plugin ?? {}, 'toolyard') as {
      servers: Record<string, (...args: unknown[]) => unknown>;
    };
    return servers[name]?.(...args);
  },
  setLayoutReady: () => workspace.setLayoutReady(),
  restoreView: (type) => workspace.getRightLeaf().setViewState({ type }),
  async quit() {
    const tasks = new Tasks();
    workspace.trigger('quit', tasks);
    await tasks.promise();
  },
  async open(path, mode) {
    await workspace.open(path, mode);
  },
  async openPopout(path, mode) {
    await workspace.open(path, mode, openPopout().createDiv('workspace'));
  },
  setMode: (mode) => workspace.active?.setMode(mode),
  closeAll: () => workspace.closeAll(),
  editorText: () => workspace.active?.shownEditor.getValue() ?? '',
  setCursor: (line) => workspace.active?.shownEditor.setCursor(line, 0),
  selectLines: (from, to) => workspace.active?.shownEditor.selectLines(from, to),
  replaceText(from, to) {
    const { cm } = workspace.active?.shownEditor ?? {};
    const start = cm?.state.doc.toString().indexOf(from) ?? -1;
    if (start === -1) throw new Error(`The editor has no text ${from}.`);
    cm?.dispatch({ changes: { from: start, to: start + from.length, insert: to }, userEvent: 'input' });
  },
  undo: () => workspace.active?.shownEditor.undo(),
  redo: () => workspace.active?.shownEditor.redo(),
  edit: (from, to, insert) =>
    workspace.active?.shownEditor.cm.dispatch({ changes: { from, to, insert }, userEvent: 'input.type' }),
  panes: () => workspace.panes(),
  registered: () => ({
    commands: app.commands.size,
    settingTabs: app.settingTabs.length,
    postProcessors: extensions.postProcessors.length,
    editorExtensions: extensions.editorExtensions.length,
    vaultEvents: vault.listenerCount,
    workspaceEvents: workspace.listenerCount,
    views: workspace.sidebar.count,
    statusBarItems: document.body.findAll('.status-bar-item').length,
  }),
  openSettings: () => settings.open(),
  closeSettings: () => settings.close(),
  rename: (path, to) => vault.rename(fileAt(path), to),
  delete: (path) => vault.delete(fileAt(path)),
  commands: () => [...app.commands.keys()],
  runCommand(id) {
    const command = app.commands.get(id);
    const shown = workspace.active;
    if (command?.callback !== undefined) {
      void command.callback();
      return true;
    }
    if (command?.checkCallback?.(true) === true) return command.checkCallback(false) !== false;
    // A note that is read has no editor.
    if (command?.editorCheckCallback === undefined || shown?.getMode() !== 'source') return false;
    const context = standFor<Obsidian.MarkdownView>(shown);
    if (command.editorCheckCallback(true, shown.editor, context) !== true) return false;
    command.editorCheckCallback(false, shown.editor, context);
    return true;
  },
};
openPaletteByKey({ app: toApp(app), commands: app.commands, workspace, run: (id) => bed.runCommand(id) });
Object.assign(window, { bed, require: requireForPlugin });

import type { PluginServers } from '../../../src/yard/plugin-servers.ts';
import type { ShownMode } from '../shim/markdown-view.ts';

/** What the runner tells a window when it opens it. */
export interface BedSettings {
  /** The environment of the window. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly vaultFolder: string;
  /** Where `main.js` and `manifest.json` are. */
  readonly pluginFolder: string;
  /** The builtins of Node that the plugin's bundle needs; it gets no other. */
  readonly builtins: readonly string[];
}

/** What tests do in a window, as `window.bed`. */
export interface Bed {
  /** Loads the plugin; gives the milliseconds that took. */
  load(): Promise<number>;
  unload(): void;
  /** Tells the plugin that data.json was changed by somebody else, as Obsidian does. */
  tellOfChangedData(): void;
  /** Calls a method of `PluginServers`, as views of the plugin do. */
  callServers(name: keyof PluginServers, ...args: readonly unknown[]): Promise<unknown>;
  setLayoutReady(): void;
  /** Opens a view in the sidebar that was open when the app was last closed. */
  restoreView(type: string): Promise<void>;
  /** Tells everybody that the app quits; resolves when all have done what they want to do before. */
  quit(): Promise<void>;
  /** Opens a note in a pane of its own. */
  open(path: string, mode: ShownMode): Promise<void>;
  /** Opens a note in a window of its own, which shares the scripts of this one. */
  openPopout(path: string, mode: ShownMode): Promise<void>;
  /** Shows the note of the pane that was opened last in another way. */
  setMode(mode: ShownMode): void;
  /** Saves what editors hold, and closes all panes. */
  closeAll(): Promise<void>;
  /** The text in the editor of the pane that was opened last; the following are about it too. */
  editorText(): string;
  /** The first line is 0. */
  setCursor(line: number): void;
  /** Selects whole lines, both included. */
  selectLines(from: number, to: number): void;
  /** Replaces the first place of a text in the editor, as typing does. */
  replaceText(from: string, to: string): void;
  undo(): void;
  redo(): void;
  /** Replaces characters in the editor, as typing does. */
  edit(from: number, to: number, text: string): void;
  /** All panes, the one that was opened last at the end. */
  panes(): { path: string; text: string; mode: ShownMode }[];
  /** How many things of each kind plugins have registered with the app. */
  registered(): Record<string, number>;
  /** Opens the app's settings at the tab of the plugin. */
  openSettings(): void;
  closeSettings(): void;
  /** Renames or moves a note, as the file explorer does. */
  rename(path: string, to: string): Promise<void>;
  delete(path: string): Promise<void>;
  /** The ids of all commands, with the plugin's in front. */
  commands(): string[];
  /** Runs a command; false where it says that it cannot be run now. */
  runCommand(id: string): boolean;
}

import type * as Obsidian from 'obsidian';
import { Modal } from './dialogs.ts';
import type { PluginSettingTab } from './setting-tab.ts';

/** The window of the app's settings, with the tab of one plugin in it. */
export class SettingsWindow extends Modal {
  private readonly tab: PluginSettingTab;

  constructor(app: Obsidian.App, tab: PluginSettingTab) {
    super(app);
    this.tab = tab;
    this.modalEl.addClass('mod-settings');
  }

  override onOpen(): void {
    this.contentEl.append(this.tab.containerEl);
    this.tab.display();
  }

  override onClose(): void {
    this.tab.hide();
  }
}

/** The settings as plugins open them; obsidian.d.ts does not have this, and the app does. */
export class AppSettings {
  private readonly app: () => Obsidian.App;
  private readonly tabs: readonly PluginSettingTab[];
  private shown: SettingsWindow | undefined;

  constructor(app: () => Obsidian.App, tabs: readonly PluginSettingTab[]) {
    this.app = app;
    this.tabs = tabs;
  }

  open(): void {
    const [tab] = this.tabs;
    if (tab === undefined) throw new Error('The plugin has no settings.');
    this.shown = new SettingsWindow(this.app(), tab);
    this.shown.open();
  }

  /** There is one tab. */
  openTabById(): void {}

  close(): void {
    this.shown?.close();
  }
}

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

import type { App } from 'obsidian';

/** The window of the settings. Obsidian does not document it, and plugins have used it for as long as there are plugins. */
interface SettingsWindow {
  open(): void;
  close(): void;
  openTabById(id: string): unknown;
}

/** Opens Obsidian's settings at the tab of the plugin. */
export function openSettings(app: App, pluginId: string): void {
  const settings = findSettings(app);
  settings?.open();
  settings?.openTabById(pluginId);
}

/** Closes Obsidian's settings where they are open, so that what is behind them can be seen. */
export function closeSettings(app: App): void {
  findSettings(app)?.close();
}

function findSettings(app: App & { readonly setting?: SettingsWindow }): SettingsWindow | undefined {
  return app.setting;
}

import type { Plugin } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { ToolyardSettingTab } from './settings-tab.ts';

/** Adds the plugin's tab to Obsidian's settings. */
export function registerSettings(plugin: Plugin, { servers, settings, findImportable }: Toolyard): void {
  plugin.addSettingTab(new ToolyardSettingTab(plugin, { app: plugin.app, servers, settings, findImportable }));
}

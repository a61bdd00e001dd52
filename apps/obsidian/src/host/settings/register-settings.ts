import type { Plugin } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { ToolyardSettingTab } from './settings-tab.ts';

/** Adds the plugin's tab to Obsidian's settings. */
export function registerSettings(plugin: Plugin, toolyard: Toolyard): void {
  const { servers, settings, assistant } = toolyard;
  const findImportable = (): ReturnType<Toolyard['findImportable']> => toolyard.findImportable();
  const parts = { app: plugin.app, servers, settings, assistant, findImportable, tests: new Map() };
  plugin.addSettingTab(new ToolyardSettingTab(plugin, parts));
}

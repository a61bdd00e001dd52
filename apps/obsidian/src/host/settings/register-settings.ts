import type { Plugin } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { openWhileLoaded } from '../lifecycle/open-while-loaded.ts';
import type { SettingsParts } from './settings-parts.ts';
import { ToolyardSettingTab } from './settings-tab.ts';

/** Adds the plugin's tab to Obsidian's settings; gives what its dialogs work on, which are used elsewhere too. */
export function registerSettings(plugin: Plugin, toolyard: Toolyard): SettingsParts {
  const { servers, settings, assistant } = toolyard;
  const findImportable = (): ReturnType<Toolyard['findImportable']> => toolyard.findImportable();
  const openDialog = openWhileLoaded(plugin);
  const parts: SettingsParts = {
    app: plugin.app,
    openDialog,
    servers,
    settings,
    assistant,
    findImportable,
    tests: new Map(),
  };
  plugin.addSettingTab(new ToolyardSettingTab(plugin, parts));
  return parts;
}

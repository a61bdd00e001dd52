import type { App } from 'obsidian';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import type { SettingsParts } from '../settings/settings-parts.ts';

/** What all views of the plugin share. */
export interface ViewsParts {
  readonly app: App;
  readonly toolyard: Toolyard;
  /** What the dialogs of the settings work on, since the first server is added by the same ones. */
  readonly settings: SettingsParts;
  readonly pluginId: string;
}

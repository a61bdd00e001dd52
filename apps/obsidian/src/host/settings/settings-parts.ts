import { toMessage } from '@toolyard/core';
import { Notice, type App } from 'obsidian';
import type { Importable } from '../../clients/find-importable.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { PluginServers } from '../../yard/plugin-servers.ts';

/** What the settings show and change. */
export interface SettingsParts {
  readonly app: App;
  readonly servers: PluginServers;
  readonly settings: SettingsStore;
  /** The servers that other programs on this computer have, and that are not here yet. */
  findImportable(): Promise<Importable>;
}

/** Does what a person asked for, and tells them why it failed where it does. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    new Notice(toMessage(error));
    return false;
  }
}

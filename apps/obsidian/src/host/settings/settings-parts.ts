import { toMessage } from '@toolyard/core';
import type { App, ToggleComponent } from 'obsidian';
import type { PluginAssistant } from '../../assistant/plugin-assistant.ts';
import type { Importable } from '../../clients/find-importable.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { ConnectionTest, PluginServers } from '../../yard/plugin-servers.ts';
import type { OpenDialog } from '../lifecycle/open-while-loaded.ts';
import { showNotice } from '../notices/show-notice.ts';

/** What the settings show and change. */
export interface SettingsParts {
  readonly app: App;
  readonly openDialog: OpenDialog;
  readonly servers: PluginServers;
  readonly settings: SettingsStore;
  readonly assistant: Pick<PluginAssistant, 'models' | 'approvals'>;
  /** What the last test of each server gave in this load of the plugin, by name. */
  readonly tests: Map<string, LastTest>;
  /** The servers that other programs on this computer have, and that are not here yet. */
  findImportable(): Promise<Importable>;
}

/** A test that ended, and when it began: ISO 8601. */
export interface LastTest {
  readonly at: string;
  readonly given: ConnectionTest;
}

/** Does what a switch says; it cannot be moved again before that is done, and goes back where it fails. */
export async function followSwitch(toggle: ToggleComponent, act: (isOn: boolean) => Promise<unknown>): Promise<void> {
  const isOn = toggle.getValue();
  toggle.setDisabled(true);
  if (!(await attempt(() => act(isOn)))) toggle.setValue(!isOn);
  toggle.setDisabled(false);
}

/** Does what a person asked for, and tells them why it failed where it does. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    showNotice(toMessage(error));
    return false;
  }
}

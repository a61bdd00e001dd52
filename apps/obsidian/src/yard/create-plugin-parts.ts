import { toMessage, ToolyardError } from '@toolyard/core';
import type { BuiltinStarter, Host } from '@toolyard/host';
import { createYardNotices } from '../notices/create-yard-notices.ts';
import type { NoteApp } from '../ports/note-app.ts';
import { createSettingsStore } from '../settings/create-settings-store.ts';
import { createKnownServers } from './create-known-servers.ts';
import { createPluginYard } from './create-plugin-yard.ts';
import { createVaultSecrets } from './create-vault-secrets.ts';
import { openDeviceStore } from './device-store.ts';
import { keepHealth } from './keep-health.ts';
import type { PluginParts } from './plugin-parts.ts';
import { configurationFileOf, createVaultConfiguration } from './vault-configuration.ts';

/** Reads what the vault and this device have stored, tells what is wrong with it, and follows both; starts nothing. */
export async function createPluginParts(given: Host, app: NoteApp): Promise<PluginParts> {
  const settings = await createSettingsStore(app);
  const device = await openDeviceStore(given.surroundings, app.vaultFolder);
  const secrets = createVaultSecrets(app, given.surroundings, configurationFileOf(device));
  const host: Host = {
    ...given,
    secrets,
    askInput: ({ id, description, password }) =>
      app.askSecret({ id, isHidden: password, ...(description !== undefined && { description }) }),
    builtins: { tasks: refuseBuiltin },
  };
  const closing = new AbortController();
  const { signal } = closing;
  const vault = createVaultConfiguration({ app, settings, device, secrets, signal });
  const notices = createYardNotices(host.clock, app.notify);
  const yard = createPluginYard({ host, vault, device, notices, closing });
  const known = await createKnownServers({ settings, device, yard, vaultFolder: app.vaultFolder });
  const told = new Set<string>();
  const tell = (problem: string | undefined): void => {
    if (problem === undefined || told.has(problem) || signal.aborted) return;
    told.add(problem);
    app.notify(problem);
  };
  const tellProblems = (): void => [settings.readOnly, ...settings.problems].forEach(tell);
  tellProblems();
  [device.problem, known.namedFile?.problem].forEach(tell);
  settings.on(() => {
    tellProblems();
    if (known.namedFile === undefined) vault.write().catch((error: unknown) => tell(toMessage(error)));
  });
  keepHealth(settings, yard, () => known.namedFile === undefined);
  return { host, app, settings, device, secrets, vault, yard, known, notices, closing: signal };
}

/** Its database is no part of the plugin. */
const refuseBuiltin: BuiltinStarter = () => {
  const message =
    'the built-in server is not part of the plugin. Install Toolyard on this computer, put the server into a toolyard.json, ' +
    'run "toolyard up --config FILE" with it, and name that file in the settings of the plugin';
  return Promise.reject(new ToolyardError('server-misconfigured', message));
};

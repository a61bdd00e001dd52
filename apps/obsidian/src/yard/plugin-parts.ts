import { ToolyardError } from '@toolyard/core';
import type { Host } from '@toolyard/host';
import type { YardNotices } from '../notices/create-yard-notices.ts';
import type { NoteApp } from '../ports/note-app.ts';
import type { StoredServer } from '../settings/plugin-data.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { KnownServersSource } from './create-known-servers.ts';
import type { PluginYard } from './create-plugin-yard.ts';
import type { VaultSecrets } from './create-vault-secrets.ts';
import type { DeviceStore } from './device-store.ts';
import type { OwnCalls } from '../caller/own-calls.ts';
import type { VaultConfiguration } from './vault-configuration.ts';

/** What everything that is done with servers works on. */
export interface PluginParts {
  readonly host: Host;
  readonly app: NoteApp;
  readonly settings: SettingsStore;
  readonly device: DeviceStore;
  readonly secrets: VaultSecrets;
  readonly vault: VaultConfiguration;
  readonly yard: PluginYard;
  readonly known: KnownServersSource;
  readonly notices: YardNotices;
  readonly ownCalls: OwnCalls;
  /** Aborted when the yard is closed, which it is with the plugin. */
  readonly closing: AbortSignal;
}

/** A server of the vault; throws `server-not-found`. */
export function findStored(
  { settings }: { readonly settings: Pick<SettingsStore, 'data'> },
  name: string,
): StoredServer {
  const server = settings.data.servers.find((each) => each.name === name);
  if (server !== undefined) return server;
  throw new ToolyardError('server-not-found', `There is no server "${name}" in the settings of Toolyard any more.`);
}

/** Throws `usage` while a configuration file is used instead of the servers of the vault. */
export function requireVault({ known }: Pick<PluginParts, 'known'>): void {
  const { namedFile } = known;
  if (namedFile === undefined) return;
  throw new ToolyardError('usage', `The servers are those of ${namedFile.file}. Change them in that file.`);
}

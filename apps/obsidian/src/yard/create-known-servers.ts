import { toMessage } from '@toolyard/core';
import type { KnownServers } from '../settings/plugin-data.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { PluginYard } from './create-plugin-yard.ts';
import type { DeviceStore } from './device-store.ts';
import { readNamedConfiguration, toBindings } from './named-configuration.ts';
import type { NamedFile } from './plugin-servers.ts';

/** Where servers and bindings come from: the vault, or a configuration file that the user of this device named. */
export interface KnownServersSource {
  /** What notes are read by now. */
  current(): KnownServers;
  readonly namedFile: NamedFile | undefined;
  /** Uses another file from now on, or the vault; rejects with `config-invalid` where it cannot be used, and nothing is different then. */
  use(file: string | undefined): Promise<void>;
}

/** Reads the file that this device uses, where it uses one. */
export async function createKnownServers(parts: {
  readonly settings: Pick<SettingsStore, 'data'>;
  readonly device: DeviceStore;
  readonly yard: Pick<PluginYard, 'opened' | 'reset'>;
  readonly vaultFolder: string;
}): Promise<KnownServersSource> {
  const { settings, device, yard, vaultFolder } = parts;
  let read: KnownServers = { servers: [], bindings: [] };
  let problem: string | undefined;
  const { namedFile: first } = device.record;
  if (first !== undefined) {
    await readNamedConfiguration(first, vaultFolder).then(
      (known) => (read = known),
      (error: unknown) => (problem = toMessage(error)),
    );
  }
  return {
    current() {
      if (device.record.namedFile === undefined) return settings.data;
      const { opened } = yard;
      if (opened === undefined) return read;
      const servers = opened.yard.servers().map(({ key, state }) => ({ name: key, enabled: state !== 'disabled' }));
      return { servers, bindings: toBindings(opened.configuration) };
    },
    get namedFile() {
      const file = device.record.namedFile;
      return file === undefined ? undefined : { file, ...(problem !== undefined && { problem }) };
    },
    async use(file) {
      if (file !== undefined) read = await readNamedConfiguration(file, vaultFolder);
      await device.change(({ namedFile: _former, ...others }) => ({
        ...others,
        ...(file !== undefined && { namedFile: file }),
      }));
      problem = undefined;
      await yard.reset();
    },
  };
}

import type { ServerDefinition, ServerMemory } from '@toolyard/core';
import { loadConfiguration, type LoadOptions, type LoadResult } from '@toolyard/node';
import { switchOf } from './bind-memory.ts';

/** How the switches that people have set are known. */
export interface SwitchOptions {
  /** What is remembered of the servers of this configuration. */
  readonly memory?: Pick<ServerMemory, 'recall'>;
  /** A server that is about to be switched on. */
  readonly switchingOn?: string;
}

/** Loads a configuration with variables put also into the servers that the file disables and a person has enabled. */
export async function loadSwitched(
  load: LoadOptions,
  { memory, switchingOn }: SwitchOptions = {},
): Promise<LoadResult> {
  const plain = await loadConfiguration(load);
  const written = plain.ok ? plain.loaded : plain.written;
  if (written === undefined) return plain;
  const isOn = (server: ServerDefinition): boolean =>
    server.key === switchingOn || (switchOf(memory?.recall(server.key), server) ?? server.enabled);
  const switched = written.asWritten.servers.filter((server) => isOn(server) !== server.enabled);
  const switches = new Map(switched.map(({ key, enabled }) => [key, !enabled]));
  if (switched.length === 0) return plain;
  return loadConfiguration({
    ...load,
    isUsed: (key) => switches.get(key) === true,
    isOff: (key) => switches.get(key) === false,
  });
}

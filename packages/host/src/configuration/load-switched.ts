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

/**
 * Loads a configuration with variables put also into the servers that the file disables and a person has enabled. What
 * the server that is about to be switched on misses is a problem of its own.
 */
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
  const used =
    switched.length === 0
      ? plain
      : await loadConfiguration({
          ...load,
          isUsed: (key) => switches.get(key) === true,
          isOff: (key) => switches.get(key) === false,
        });
  return used.ok && switchingOn !== undefined ? orMissing(used, switchingOn) : used;
}

function orMissing(used: Extract<LoadResult, { readonly ok: true }>, key: string): LoadResult {
  const { missing, warnings, ...written } = used.loaded;
  const problems = missing.filter(({ server }) => server === key);
  if (problems.length === 0) return used;
  return { ok: false, file: written.source.file ?? '', problems, warnings, written };
}

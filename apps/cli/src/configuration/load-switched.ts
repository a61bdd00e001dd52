import type { ConfigProblem, ServerDefinition, ServerMemory } from '@toolyard/core';
import { loadConfiguration, type LoadOptions, type LoadResult } from '@toolyard/node';
import { hashDefinition } from '@toolyard/runtime';

/** How the switches that people have set are known. */
export interface SwitchOptions {
  /** What is remembered of the servers of this configuration. */
  readonly memory?: Pick<ServerMemory, 'recall'>;
  /** A server that is about to be switched on. */
  readonly switchingOn?: string;
}

/**
 * Loads a configuration with variables put also into the servers that the file disables and a person has enabled.
 *
 * A switch holds for the definition it was set for, and that is known only with the variables in it: so those servers
 * are read with their variables first, and as the file has them where it turns out that they have changed.
 */
export async function loadSwitched(
  load: LoadOptions,
  { memory, switchingOn }: SwitchOptions = {},
): Promise<LoadResult> {
  const plain = await loadConfiguration(load);
  if (!plain.ok) return plain;
  const isWanted = ({ key, enabled }: ServerDefinition): boolean =>
    !enabled && (key === switchingOn || memory?.recall(key)?.enabled === true);
  const wanted = plain.loaded.configuration.servers.filter(isWanted);
  if (wanted.length === 0) return plain;
  const used = await loadWith(load, wanted);
  if (!used.ok) return switchingOn === undefined ? leaveOff(plain, used.problems) : used;
  const isSwitched = (server: ServerDefinition): boolean =>
    isWanted(server) &&
    (server.key === switchingOn || memory?.recall(server.key)?.definitionHash === hashDefinition(server));
  const switched = used.loaded.configuration.servers.filter(isSwitched);
  return switched.length === wanted.length ? used : loadWith(load, switched);
}

function loadWith(load: LoadOptions, servers: readonly ServerDefinition[]): Promise<LoadResult> {
  const keys = new Set(servers.map((server) => server.key));
  return loadConfiguration({ ...load, isUsed: (key) => keys.has(key) });
}

/** What only a switch makes a problem must not keep everything else from starting. */
function leaveOff(plain: LoadResult & { readonly ok: true }, problems: readonly ConfigProblem[]): LoadResult {
  const { loaded } = plain;
  const warnings = problems.map((problem) => ({
    ...problem,
    message: `${problem.message}; the server stays disabled`,
  }));
  return { ok: true, loaded: { ...loaded, warnings: [...loaded.warnings, ...warnings] } };
}

import type { ConfigProblem, ServerDefinition, ServerMemory } from '@toolyard/core';
import { loadConfiguration, type LoadedConfiguration, type LoadOptions, type LoadResult } from '@toolyard/node';
import { isSwitchedOn } from './bind-memory.ts';

/** How the switches that people have set are known. */
export interface SwitchOptions {
  /** What is remembered of the servers of this configuration. */
  readonly memory?: Pick<ServerMemory, 'recall'>;
  /** A server that is about to be switched on. */
  readonly switchingOn?: string;
}

/** A configuration, or everything that is wrong with it. */
export type SwitchedResult =
  | { readonly ok: true; readonly loaded: SwitchedConfiguration }
  | Extract<LoadResult, { readonly ok: false }>;

/** A configuration in which servers that a person has enabled can be used. */
export interface SwitchedConfiguration extends LoadedConfiguration {
  /** The keys of those that stay off, since variables of theirs are missing. */
  readonly leftOff: readonly string[];
}

/** Loads a configuration with variables put also into the servers that the file disables and a person has enabled. */
export async function loadSwitched(
  load: LoadOptions,
  { memory, switchingOn }: SwitchOptions = {},
): Promise<SwitchedResult> {
  const plain = await loadConfiguration(load);
  if (!plain.ok) return plain;
  const isWanted = (server: ServerDefinition): boolean =>
    !server.enabled && (server.key === switchingOn || isSwitchedOn(memory?.recall(server.key), server));
  const wanted = new Set(plain.loaded.asWritten.servers.filter(isWanted).map((server) => server.key));
  if (wanted.size === 0) return { ok: true, loaded: { ...plain.loaded, leftOff: [] } };
  const used = await loadConfiguration({ ...load, isUsed: (key) => wanted.has(key) });
  if (used.ok) return { ok: true, loaded: { ...used.loaded, leftOff: [] } };
  return switchingOn === undefined ? leaveOff(plain.loaded, [...wanted], used.problems) : used;
}

/** What only a switch makes a problem must not keep everything else from starting. */
function leaveOff(
  loaded: LoadedConfiguration,
  leftOff: readonly string[],
  problems: readonly ConfigProblem[],
): SwitchedResult {
  const warnings = problems.map((problem) => ({
    ...problem,
    message: `${problem.message}; the server stays disabled`,
  }));
  return { ok: true, loaded: { ...loaded, leftOff, warnings: [...loaded.warnings, ...warnings] } };
}

import type { Configuration, SavedServer, ServerDefinition, ServerMemory } from '@toolyard/core';
import { hashDefinition } from '@toolyard/runtime';

/** One configuration with its variables put in, and as it is written. */
export interface ConfigurationForms {
  readonly configuration: Configuration;
  readonly asWritten: Configuration;
}

/** A memory that keeps switches for as long as the entries in the file are the same. */
export interface BoundMemory extends ServerMemory {
  /** Another configuration counts from now on. */
  bind(forms: ConfigurationForms): void;
}

interface Hashes {
  readonly definitionHash: string;
  readonly entryHash: string;
  readonly isMissingVariables: boolean;
}

/**
 * Binds switches to the entries of a file. What else is remembered holds for a definition with its variables put in, and
 * those differ from one environment to the next; what a person switched off must stay off in all of them.
 */
export function bindMemory(memory: ServerMemory, forms: ConfigurationForms): BoundMemory {
  let known = hashForms(forms);
  return {
    bind: (next) => void (known = hashForms(next)),
    recall(key) {
      const saved = memory.recall(key);
      const hashes = known.get(key);
      return saved === undefined || hashes === undefined ? saved : adapt(saved, hashes);
    },
    remember(saved) {
      const hashes = known.get(saved.key);
      if (hashes === undefined) memory.remember(saved);
      // News of a server whose entry was replaced is of no interest any more.
      else if (hashes.definitionHash === saved.definitionHash) {
        memory.remember(withEntry(saved, hashes, memory.recall(saved.key)));
      }
    },
  };
}

/** How a person switched this server, whose entry in the file is the same since; `undefined` where the file decides. */
export function switchOf(saved: SavedServer | undefined, asWritten: ServerDefinition): boolean | undefined {
  return saved?.entryHash === hashDefinition(asWritten) ? saved.enabled : undefined;
}

/** A server whose variables are missing cannot start: only its switch is news, and what is known of it otherwise stays. */
function withEntry(
  saved: SavedServer,
  { entryHash, isMissingVariables }: Hashes,
  known: SavedServer | undefined,
): SavedServer {
  const { enabled } = saved;
  const isSwitchOnly = isMissingVariables && known !== undefined && enabled !== undefined;
  return isSwitchOnly ? { ...known, enabled, entryHash } : { ...saved, entryHash };
}

function adapt(saved: SavedServer, { definitionHash, entryHash }: Hashes): SavedServer {
  const { enabled, ...rest } = saved;
  if (enabled === undefined) return saved;
  if (saved.entryHash !== entryHash) return rest;
  return saved.definitionHash === definitionHash ? saved : { key: saved.key, definitionHash, enabled, failures: 0 };
}

function hashForms({ configuration, asWritten }: ConfigurationForms): ReadonlyMap<string, Hashes> {
  const written = new Map(asWritten.servers.map((server) => [server.key, server]));
  return new Map(
    configuration.servers.map((server) => {
      const entry = written.get(server.key) ?? server;
      const hashes = { definitionHash: hashDefinition(server), entryHash: hashDefinition(entry) };
      return [server.key, { ...hashes, isMissingVariables: server.missing !== undefined }];
    }),
  );
}

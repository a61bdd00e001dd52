import { resolve } from 'node:path';
import { isJsonObject, parseConfiguration, type ServerDefinition } from '@toolyard/core';
import { readEntry } from './read-entry.ts';

/** A server as a client's file has it. */
export interface ClientServer {
  readonly key: string;
  /** What stands there, with the values of its variables as texts. */
  readonly entry: unknown;
  /** What Toolyard makes of it, with variables as they are written. */
  readonly definition?: ServerDefinition;
  /** The same with paths as they are written too, to be shown to a person who approves it. */
  readonly asWritten?: ServerDefinition;
  /** Why Toolyard cannot use it. */
  readonly problem?: string;
}

/** The servers at a path of a client's text; none where nothing of the kind stands there. */
export function readClientServers(text: string, path: readonly string[], folder: string): ClientServer[] {
  return listEntries(readEntry(text, path)).map(({ key, entry }) => {
    return { key, entry, ...readDefinition(key, entry, folder) };
  });
}

/** The entries of what should be an object with a server for each key; none where it is something else. */
export function listEntries(section: unknown): readonly Pick<ClientServer, 'key' | 'entry'>[] {
  if (!isJsonObject(section)) return [];
  return Object.entries(section).map(([key, entry]) => ({ key, entry: toPlainEnv(entry) }));
}

/** VS Code takes numbers as values of variables, and `null` for one that is not to be set. */
function toPlainEnv(entry: unknown): unknown {
  if (!isJsonObject(entry) || !isJsonObject(entry['env'])) return entry;
  const plain = Object.entries(entry['env']).flatMap(([name, value]) =>
    value === null ? [] : [[name, typeof value === 'number' ? String(value) : value] as const],
  );
  return { ...entry, env: Object.fromEntries(plain) };
}

/** What Toolyard makes of an entry in a file of that folder. */
export function readDefinition(
  key: string,
  entry: unknown,
  folder: string,
): Pick<ClientServer, 'definition' | 'asWritten' | 'problem'> {
  const text = JSON.stringify({ mcpServers: Object.fromEntries([[key, entry]]) });
  const { configuration, problems } = parseConfiguration(text, {
    folder,
    resolvePath: (from, relative) => resolve(from, relative),
  });
  const definition = configuration?.servers[0];
  const asWritten = parseConfiguration(text, { folder }).configuration?.servers[0];
  if (definition !== undefined && asWritten !== undefined) return { definition, asWritten };
  return { problem: problems.map(({ path, message }) => `${path}: ${message}`).join('; ') };
}

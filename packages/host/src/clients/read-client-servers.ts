import { resolve } from 'node:path';
import { parseConfiguration, type ServerDefinition } from '@toolyard/core';
import { readEntry } from './read-entry.ts';

/** A server as a client's file has it. */
export interface ClientServer {
  readonly key: string;
  /** What stands there. */
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
  const section = readEntry(text, path);
  if (typeof section !== 'object' || section === null || Array.isArray(section)) return [];
  return Object.entries(section).map(([key, entry]) => ({ key, entry, ...readDefinition(key, entry, folder) }));
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

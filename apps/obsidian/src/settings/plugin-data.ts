import { isJsonObject, type JsonObject } from '@toolyard/core';
import { readBindings, type BoundServer } from './read-bindings.ts';
import { readStoredDefinition } from './read-stored-definition.ts';

/** A server as data.json has it. */
export interface StoredServer {
  readonly id: string;
  /** Its key: the language of its blocks, and its name in every message. */
  readonly name: string;
  readonly enabled: boolean;
  /** The fields of a configuration entry, as they would stand in a `toolyard.json`; checked when the server is used. */
  readonly definition: JsonObject;
}

/** The settings of the plugin; limits of -1 are unlimited. */
export interface PluginData {
  readonly servers: readonly StoredServer[];
  /** The sections of notes that belong to one server, as a configuration has them. */
  readonly bindings: readonly JsonObject[];
  readonly timeoutMs: number;
  readonly concurrentLimit: number;
  readonly sessionLimit: number;
}

/** What was read from data.json; what could not be used is left out, with a sentence each for people. */
export interface ParsedPluginData {
  readonly data: PluginData;
  readonly problems: readonly string[];
}

/** The form of data.json that this version reads and writes. */
const DATA_VERSION = 1;

const DEFAULTS = { timeoutMs: 30_000, concurrentLimit: 25, sessionLimit: 25 };

/** Reads what `loadData` gave. Any value is fine; a newer version of the format gives no servers, so that nothing is misread. */
export function parsePluginData(value: unknown): ParsedPluginData {
  const stored = isJsonObject(value) ? value : {};
  const problems: string[] = [];
  const { version = DATA_VERSION } = stored;
  const isKnown = typeof version === 'number' && version <= DATA_VERSION;
  if (!isKnown) {
    problems.push(`The settings of Toolyard are of version ${String(version)}, which is newer. Update the plugin.`);
  }
  const servers = isKnown ? readServers(stored['mcpServers'], problems) : [];
  return {
    data: {
      servers: servers.map(({ sectionBindings: _bindings, ...server }) => server),
      bindings: readBindings(servers),
      timeoutMs: readNumber(stored['mcpGlobalTimeout'], DEFAULTS.timeoutMs),
      concurrentLimit: readNumber(stored['mcpConcurrentLimit'], DEFAULTS.concurrentLimit),
      sessionLimit: readNumber(stored['mcpSessionLimit'], DEFAULTS.sessionLimit),
    },
    problems,
  };
}

function readServers(value: unknown, problems: string[]): readonly (StoredServer & BoundServer)[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    problems.push('The servers in the settings of Toolyard are no list, so none of them is used.');
    return [];
  }
  const servers: (StoredServer & BoundServer)[] = [];
  for (const [index, entry] of value.entries()) {
    const server = readServer(entry);
    if (server === undefined) {
      problems.push(`Server ${index + 1} in the settings of Toolyard has no name, so it is not used. Give it one.`);
    } else if (servers.some(({ name }) => name === server.name)) {
      problems.push(`There are two servers called "${server.name}" in the settings of Toolyard. Rename one of them.`);
    } else servers.push(server);
  }
  return servers;
}

function readServer(entry: unknown): (StoredServer & BoundServer) | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { id, name, enabled, sectionBindings } = entry;
  if (typeof name !== 'string' || name === '') return undefined;
  const definition = readStoredDefinition(entry);
  return { id: typeof id === 'string' ? id : name, name, enabled: enabled === true, definition, sectionBindings };
}

function readNumber(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

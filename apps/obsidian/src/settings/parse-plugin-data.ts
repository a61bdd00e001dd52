import { isJsonObject, type JsonObject } from '@toolyard/core';
import { checkSetting, isFormerForm, readStoredDefinition } from '@toolyard/host';
import { NO_DATA, type PluginData, type StoredServer } from './plugin-data.ts';
import { readAssistantSettings } from './read-assistant-settings.ts';
import { readBindings } from './read-bindings.ts';

/** What was read from data.json. */
export interface ParsedPluginData {
  readonly data: PluginData;
  /** What could not be used and is left out, a sentence each for people. */
  readonly problems: readonly string[];
  /** Why the file is left as it is, for people: it is of a newer version, or no settings at all. */
  readonly refused?: { readonly kind: 'newer' | 'broken'; readonly reason: string };
  /** Servers stand in it in the form of earlier settings. */
  readonly isFormer: boolean;
  /** What is not ours, or could not be used; it is written back as it was. */
  readonly rest: UnusedData;
}

/** The part of data.json that the settings do not use. */
export interface UnusedData {
  readonly members: JsonObject;
  readonly servers: readonly unknown[];
}

/** The form of data.json that this version reads and writes. */
export const DATA_VERSION = 1;

/** The settings that a configuration has too, by their names in data.json. */
export const CONFIGURATION_FIELDS = {
  mcpGlobalTimeout: 'timeoutMs',
  mcpConcurrentLimit: 'concurrentLimit',
  mcpSessionLimit: 'sessionLimit',
  mcpNaming: 'naming',
} as const;

/** Reads what data.json holds; `undefined` and `null` are the settings of a vault that has none yet. */
export function parsePluginData(value: unknown): ParsedPluginData {
  if (value === undefined || value === null) return accept({});
  if (!isJsonObject(value)) return refuse('broken', 'the file is not a JSON object');
  const { version = DATA_VERSION, mcpServers = [] } = value;
  if (typeof version !== 'number') return refuse('broken', '"version" is not a number');
  if (version > DATA_VERSION)
    return refuse('newer', `the file is of version ${version}, which is newer than this plugin`);
  if (!Array.isArray(mcpServers)) return refuse('broken', '"mcpServers" is not a list');
  return accept(value);
}

function accept(stored: JsonObject): ParsedPluginData {
  const problems: string[] = [];
  const { servers, unused, isFormer } = readServers(stored['mcpServers'], problems);
  const settings = Object.entries(CONFIGURATION_FIELDS).reduce<Partial<PluginData>>(
    (read, [name, field]) => ({ ...read, ...readField(stored, { name, field, problems }) }),
    {},
  );
  const { assistant } = stored;
  const used = new Set(['version', 'mcpServers', ...(isJsonObject(assistant) ? ['assistant'] : [])]);
  for (const [name, field] of Object.entries(CONFIGURATION_FIELDS)) if (field in settings) used.add(name);
  const members = Object.fromEntries(Object.entries(stored).filter(([name]) => !used.has(name)));
  return {
    data: {
      ...NO_DATA,
      ...settings,
      servers,
      bindings: keepRight(readBindings(servers), problems),
      assistant: readAssistantSettings(isJsonObject(assistant) ? assistant : {}, problems),
    },
    problems,
    isFormer,
    rest: { members, servers: unused },
  };
}

function refuse(kind: 'newer' | 'broken', reason: string): ParsedPluginData {
  return {
    data: NO_DATA,
    problems: [],
    refused: { kind, reason },
    isFormer: false,
    rest: { members: {}, servers: [] },
  };
}

function readServers(
  value: unknown,
  problems: string[],
): { readonly servers: readonly StoredServer[]; readonly unused: readonly unknown[]; readonly isFormer: boolean } {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const servers: StoredServer[] = [];
  const unused: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const server = readServer(entry);
    const problem = server === undefined ? toNameless(index) : toTaken(server, servers);
    if (server !== undefined && problem === undefined) servers.push(server);
    else unused.push(entry);
    if (problem !== undefined) problems.push(problem);
  }
  return { servers, unused, isFormer: entries.some((entry) => isJsonObject(entry) && isFormerForm(entry)) };
}

function toNameless(index: number): string {
  return `Server ${index + 1} in the settings of Toolyard has no name, so it is not used. Give it one.`;
}

function toTaken({ name }: StoredServer, servers: readonly StoredServer[]): string | undefined {
  if (servers.every((other) => other.name !== name)) return undefined;
  return `There are two servers called "${name}" in the settings of Toolyard. Rename one of them.`;
}

function readServer(entry: unknown): StoredServer | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { id, name, enabled, lastConnectedAt, failureCount, autoDisabled, sectionBindings } = entry;
  if (typeof name !== 'string' || name === '') return undefined;
  const unused = findUnused(entry);
  return {
    id: typeof id === 'string' ? id : name,
    name,
    enabled: enabled === true,
    definition: readStoredDefinition(entry),
    health: {
      ...(isTime(lastConnectedAt) && { lastConnectedAt }),
      failureCount: typeof failureCount === 'number' ? failureCount : 0,
      autoDisabled: autoDisabled === true,
    },
    sectionBindings: Array.isArray(sectionBindings) ? sectionBindings.filter(isJsonObject) : [],
    ...(Object.keys(unused).length > 0 && { unused }),
  };
}

/** The members of a stored server that have another form than the settings know; of a list of bindings, those of its items. */
function findUnused({
  id,
  enabled,
  lastConnectedAt,
  failureCount,
  autoDisabled,
  sectionBindings,
}: JsonObject): JsonObject {
  const bindings = Array.isArray(sectionBindings) ? sectionBindings.filter((each) => !isJsonObject(each)) : [];
  return {
    ...(id !== undefined && typeof id !== 'string' && { id }),
    ...(enabled !== undefined && typeof enabled !== 'boolean' && { enabled }),
    ...(lastConnectedAt !== undefined && !isTime(lastConnectedAt) && { lastConnectedAt }),
    ...(failureCount !== undefined && typeof failureCount !== 'number' && { failureCount }),
    ...(autoDisabled !== undefined && typeof autoDisabled !== 'boolean' && { autoDisabled }),
    ...(bindings.length > 0 && { sectionBindings: bindings }),
    ...(sectionBindings !== undefined && !Array.isArray(sectionBindings) && { sectionBindings }),
  };
}

/** Milliseconds that a date can have. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}

/** A binding that is wrong would make the whole configuration wrong. */
function keepRight(bindings: readonly JsonObject[], problems: string[]): readonly JsonObject[] {
  return bindings.filter((binding) => {
    const found = checkSetting('bindings', [binding]);
    if (found !== undefined) {
      problems.push(
        `A binding to server "${String(binding['server'])}" in the settings of Toolyard is not used: ${found}`,
      );
    }
    return found === undefined;
  });
}

/** A setting as a configuration would read it, so that both have the same bounds. */
function readField(
  stored: JsonObject,
  { name, field, problems }: { readonly name: string; readonly field: keyof PluginData; readonly problems: string[] },
): Partial<PluginData> {
  if (stored[name] === undefined) return {};
  const found = checkSetting(field, stored[name]);
  if (found === undefined) return { [field]: stored[name] };
  problems.push(`"${name}" in the settings of Toolyard is not used: ${found}`);
  return {};
}

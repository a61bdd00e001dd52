import { readJsonText, toToolId } from '@toolyard/core';
import { toFindOptions, type Surroundings } from '@toolyard/host';
import { findConfiguration, readServerMemory, readTextFile, resolvePlaces, stateFolderOf } from '@toolyard/node';
import { groupsOf } from '../hooks/open/select-group.ts';
import type { Known } from './complete-words.ts';

/** What the file and the memory of earlier runs tell; no server is started, and what cannot be read counts as none. */
export function readKnown(surroundings: Surroundings, config: string | undefined): Known {
  const find = async (): Promise<string | undefined> =>
    (await findConfiguration(toFindOptions(surroundings, config === undefined ? {} : { config }))).file;
  return {
    keys: async () => keysOf(await find()),
    async toolIds() {
      const file = await find();
      const memory = await readServerMemory(await stateFolderOf(resolvePlaces(surroundings).stateDir, file));
      const keys = await keysOf(file);
      return keys.flatMap((key) => (memory.recall(key)?.lists?.tools ?? []).flatMap((tool) => toIds(key, tool)));
    },
    async hookIds() {
      const { readHooks } = await import('@toolyard/host/hooks');
      return (await readHooks(surroundings, {})).hooks.map(({ hook }) => hook.id);
    },
    dataOf: async (event) => (await import('@toolyard/hooks')).listEventData(event),
    async hookGroups() {
      const { readHooks } = await import('@toolyard/host/hooks');
      return groupsOf((await readHooks(surroundings, {})).hooks);
    },
    events: async () => (await import('@toolyard/hooks')).EVENT_NAMES,
  };
}

async function keysOf(file: string | undefined): Promise<string[]> {
  const read = file === undefined ? undefined : await readTextFile(file);
  const parsed = read?.kind === 'text' ? readJsonText(read.text) : undefined;
  const value = parsed?.ok === true ? parsed.value : undefined;
  if (typeof value !== 'object' || value === null) return [];
  const sections = [
    'mcpServers' in value ? value.mcpServers : undefined,
    'servers' in value ? value.servers : undefined,
  ];
  return sections.flatMap((section) => (typeof section === 'object' && section !== null ? Object.keys(section) : []));
}

function toIds(key: string, tool: string): string[] {
  const entry: unknown = JSON.parse(tool);
  const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined;
  return typeof name === 'string' ? [toToolId(key, name)] : [];
}

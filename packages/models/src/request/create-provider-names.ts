import { cleanName, parseToolId, toSafePrefix } from '@toolyard/core';

/** The names that a provider is told, and the way back. */
export interface ProviderNames {
  toProvider(name: string): string;
  /** The tool id for a name that was made here; for another the id that it looks like, or itself: a model may write what it was not told. */
  fromProvider(name: string): string;
}

/** What all of them accept: OpenAI has the shortest names, and Google wants a letter first. */
const MAX_LENGTH = 64;

/**
 * Makes `key__tool` of each tool id, with the characters and the length that every provider accepts. Of two that would be the same the later
 * gets a number, so that names stay while tools are only added at the end.
 */
export function createProviderNames(ids: readonly string[]): ProviderNames {
  const made = new Map<string, string>();
  const taken = new Map<string, string>();
  const add = (id: string): string => {
    const whole = toWholeName(id);
    let name = whole.slice(0, MAX_LENGTH);
    for (let number = 2; taken.has(name); number++) {
      const end = `_${number}`;
      name = whole.slice(0, MAX_LENGTH - end.length) + end;
    }
    made.set(id, name);
    taken.set(name, id);
    return name;
  };
  const toProvider = (id: string): string => made.get(id) ?? add(id);
  for (const id of ids) toProvider(id);
  return { toProvider, fromProvider: (name) => taken.get(name) ?? name.replace(/^([^:]+?)__(?=.)/, '$1:') };
}

function toWholeName(id: string): string {
  const parsed = parseToolId(id);
  if (parsed !== undefined) return toSafePrefix(parsed.server) + cleanName(parsed.tool);
  const clean = cleanName(id);
  return /^[A-Za-z]/.test(clean) ? clean : `t${clean}`;
}

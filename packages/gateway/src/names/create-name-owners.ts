import { toKeyForms } from '@toolyard/core';
import { HASH_LENGTHS, toCutHead, toHeadOfHashed, toShortKeyOf, toShortKeys } from './to-hashed-name.ts';
import type { KeyPrefix } from './to-key-prefixes.ts';

/** Whose a name is by the way it begins, whether its server runs or not. */
export interface NameOwners {
  /** The longest beginning of a name that stands for a key, and the keys it stands for; `undefined` for a bare name. */
  find(name: string): NameOwner | undefined;
  /** Whether a server may have this as a bare name: it is nobody's, or its own. */
  isFree(name: string, server: string): boolean;
}

/** How a name begins, and for whom. */
export interface NameOwner {
  readonly beginning: string;
  /** Several only where their keys look the same to clients; a hash then tells their names apart. */
  readonly servers: ReadonlySet<string>;
}

/** The owners of all names, decided from the configured keys alone. */
export function createNameOwners(prefixes: ReadonlyMap<string, KeyPrefix>): NameOwners {
  const beginnings = new Map<string, Set<string>>();
  const cutHeads = new Map<string, Set<string>>();
  const shortKeys = new Map<string, Set<string>>();
  for (const [key, { text }] of prefixes) {
    for (const beginning of toKeyForms(key)) addTo(beginnings, beginning, key);
    for (const short of toShortKeys(text)) addTo(shortKeys, short, key);
    for (const digits of HASH_LENGTHS) {
      const head = toCutHead(text, digits);
      if (head !== undefined) addTo(cutHeads, head, key);
    }
  }
  const lengths = [...new Set([...beginnings.keys()].map(({ length }) => length))].toSorted((one, two) => two - one);

  function find(name: string): NameOwner | undefined {
    for (const length of lengths) {
      const beginning = name.slice(0, length);
      const servers = beginnings.get(beginning);
      if (servers !== undefined) return { beginning, servers };
    }
    return shortKeys.size === 0 ? undefined : findShortened(toHeadOfHashed(name));
  }

  /** The owner of a name that ends in a hash and does not begin with a whole key. */
  function findShortened(head: string | undefined): NameOwner | undefined {
    if (head === undefined) return undefined;
    const beginning = cutHeads.has(head) ? head : (toShortKeyOf(head) ?? '');
    const servers = cutHeads.get(head) ?? shortKeys.get(beginning);
    return servers && { beginning, servers };
  }

  return {
    find,
    isFree(name, server) {
      const servers = find(name)?.servers;
      return servers === undefined || (servers.size === 1 && servers.has(server));
    },
  };
}

function addTo(sets: Map<string, Set<string>>, name: string, key: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(key));
}

import type { Catalogue, CatalogueEntry } from '@toolyard/core';
import { createTemplateMatcher } from './create-template-matcher.ts';

/** Templates of one server that a URI is compared with; each costs time in the way of a client's request. */
const MAX_MATCHED = 200;

/** Which server a URI belongs to. */
export interface ResourceOwners {
  ownerOf(uri: string): string | undefined;
  templateOwnerOf(uriTemplate: string): string | undefined;
}

/** The owners of what servers list. */
export interface ListedOwners extends ResourceOwners {
  /** Whether an entry is the one that its URI, or template, stands for. */
  isOwn(entry: CatalogueEntry): boolean;
  /** What servers list is different. */
  refresh(): void;
}

type ResourceKind = 'resources' | 'templates';

/** What owners are found in. */
export interface ListedResources {
  readonly catalogue: Catalogue;
  /** All servers in configuration order. */
  readonly keys: readonly string[];
  /** What a server lists, or listed before it went down. */
  namesOf(kind: ResourceKind, server: string): readonly string[];
}

/**
 * Looks URIs up in the servers' lists, then in their templates. Where two servers have one, the first in configuration
 * order that is up keeps it, and the other's is not listed. What only a server that is down has listed stays its own: a
 * template that fits everything, or a link in a result, would otherwise get another server what was meant for that one.
 *
 * The other's is not offered under a URI of our own making, since that URI would have to stand in every link in a result
 * too, and results are passed on as they are.
 */
export function createResourceOwners(resources: ListedResources): ListedOwners {
  let indexes: Partial<Record<ResourceKind, Index>> = {};
  const indexOf = (kind: ResourceKind): Index => (indexes[kind] ??= createIndex(resources, kind));

  function matchOwner(uri: string): string | undefined {
    const { owners, matchers } = indexOf('templates');
    const matched = new Map<string, number>();
    for (const [template, server] of owners) {
      const count = (matched.get(server) ?? 0) + 1;
      matched.set(server, count);
      if (count > MAX_MATCHED) continue;
      const matches = matchers.get(template) ?? createTemplateMatcher(template);
      matchers.set(template, matches);
      if (matches(uri)) return server;
    }
    return undefined;
  }

  return {
    ownerOf: (uri) => indexOf('resources').owners.get(uri) ?? matchOwner(uri),
    templateOwnerOf: (uriTemplate) => indexOf('templates').owners.get(uriTemplate),
    isOwn: ({ kind, name, server }) => indexOf(kind === 'templates' ? kind : 'resources').shown.get(name) === server,
    refresh: () => void (indexes = {}),
  };
}

interface Index {
  /** The servers whose entries are listed, by name. */
  readonly shown: ReadonlyMap<string, string>;
  /** The servers by all names that are known, in configuration order. */
  readonly owners: ReadonlyMap<string, string>;
  /** What was made of templates so far; it goes with the index, and so with the lists that they stood in. */
  readonly matchers: Map<string, (uri: string) => boolean>;
}

function createIndex({ catalogue, keys, namesOf }: ListedResources, kind: ResourceKind): Index {
  const shown = new Map<string, string>();
  for (const { name, server } of catalogue.list(kind)) if (!shown.has(name)) shown.set(name, server);
  const owners = new Map<string, string>();
  for (const key of keys) {
    for (const name of namesOf(kind, key)) if (!owners.has(name)) owners.set(name, shown.get(name) ?? key);
  }
  return { shown, owners, matchers: new Map() };
}

import type { Catalogue, CatalogueEntry } from '@toolyard/core';
import { createTemplateMatcher } from './create-template-matcher.ts';

/** Templates of one server that a URI is compared with; each costs time in the way of a client's request. */
const MAX_MATCHED = 200;

/** Which server a URI belongs to. */
export interface ResourceOwners {
  ownerOf(uri: string): string | undefined;
  templateOwnerOf(uriTemplate: string): string | undefined;
}

/** The owners of what is in the catalogue. */
export interface ListedOwners extends ResourceOwners {
  /** Whether an entry is the one that its URI, or template, stands for. */
  isOwn(entry: CatalogueEntry): boolean;
}

/**
 * Looks URIs up in the catalogue's lists, then in its templates; where two servers have one, the first in configuration
 * order keeps it, and the other's is not listed.
 *
 * The other's is not offered under a URI of our own making, since that URI would have to stand in every link in a result
 * too, and results are passed on as they are.
 */
export function createResourceOwners(catalogue: Catalogue): ListedOwners {
  const listed = createIndex(catalogue, 'resources');
  const templates = createIndex(catalogue, 'templates');
  // By entry and not by text, so that a matcher goes with the list that its template stood in.
  const matchers = new WeakMap<CatalogueEntry, (uri: string) => boolean>();

  function matches(entry: CatalogueEntry, uri: string): boolean {
    const matcher = matchers.get(entry) ?? createTemplateMatcher(entry.name);
    matchers.set(entry, matcher);
    return matcher(uri);
  }

  function matchOwner(uri: string): string | undefined {
    const matched = new Map<string, number>();
    for (const entry of templates().values()) {
      const count = (matched.get(entry.server) ?? 0) + 1;
      matched.set(entry.server, count);
      if (count <= MAX_MATCHED && matches(entry, uri)) return entry.server;
    }
    return undefined;
  }

  return {
    ownerOf: (uri) => listed().get(uri)?.server ?? matchOwner(uri),
    templateOwnerOf: (uriTemplate) => templates().get(uriTemplate)?.server,
    isOwn: (entry) => (entry.kind === 'templates' ? templates : listed)().get(entry.name) === entry,
  };
}

/** The first entries by name, in order; made again only when the catalogue's list is another one. */
function createIndex(catalogue: Catalogue, kind: 'resources' | 'templates'): () => ReadonlyMap<string, CatalogueEntry> {
  let indexed: unknown;
  let owners = new Map<string, CatalogueEntry>();
  return () => {
    const entries = catalogue.list(kind);
    if (entries !== indexed) {
      indexed = entries;
      owners = new Map();
      for (const entry of entries) if (!owners.has(entry.name)) owners.set(entry.name, entry);
    }
    return owners;
  };
}

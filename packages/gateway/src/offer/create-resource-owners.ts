import type { Catalogue, CatalogueEntry } from '@toolyard/core';
import { createTemplateMatcher } from './create-template-matcher.ts';

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
  const matchers = new Map<string, (uri: string) => boolean>();

  function matches(template: string, uri: string): boolean {
    let matcher = matchers.get(template);
    if (matcher === undefined) {
      matcher = createTemplateMatcher(template);
      matchers.set(template, matcher);
    }
    return matcher(uri);
  }

  return {
    ownerOf(uri) {
      const owner = listed().get(uri)?.server;
      if (owner !== undefined) return owner;
      for (const [template, { server }] of templates()) if (matches(template, uri)) return server;
      return undefined;
    },
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

import type { Catalogue } from '@toolyard/core';
import { createTemplateMatcher } from './create-template-matcher.ts';

/** Which server a URI belongs to. */
export interface ResourceOwners {
  ownerOf(uri: string): string | undefined;
  templateOwnerOf(uriTemplate: string): string | undefined;
}

/** Looks URIs up in the catalogue's lists, then in its templates; where two servers have one, the first keeps it. */
export function createResourceOwners(catalogue: Catalogue): ResourceOwners {
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
      const owner = listed().get(uri);
      if (owner !== undefined) return owner;
      for (const [template, server] of templates()) if (matches(template, uri)) return server;
      return undefined;
    },
    templateOwnerOf: (uriTemplate) => templates().get(uriTemplate),
  };
}

/** The owners by name, made again only when the catalogue's list is another one. */
function createIndex(catalogue: Catalogue, kind: 'resources' | 'templates'): () => ReadonlyMap<string, string> {
  let indexed: unknown;
  let owners: ReadonlyMap<string, string> = new Map();
  return () => {
    const entries = catalogue.list(kind);
    if (entries !== indexed) {
      indexed = entries;
      owners = new Map(entries.toReversed().map((entry) => [entry.name, entry.server]));
    }
    return owners;
  };
}

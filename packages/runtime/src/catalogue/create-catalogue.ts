import { CATALOGUE_KINDS, type Catalogue, type CatalogueEntry, type CatalogueKind } from '@toolyard/core';

/** A catalogue that can be changed, one server at a time. */
export interface MutableCatalogue extends Catalogue {
  /** Replaces what one server offers of a kind; answers whether anything is different. */
  set(kind: CatalogueKind, server: string, entries: readonly CatalogueEntry[]): boolean;
  /** From now on lists follow this order; servers that are not in it are in no list. */
  order(keys: readonly string[]): void;
}

interface KindIndex {
  readonly byServer: Map<string, readonly CatalogueEntry[]>;
  readonly byId: Map<string, CatalogueEntry>;
  /** All entries in order, made when somebody asks. */
  all: readonly CatalogueEntry[] | undefined;
}

const NOTHING: readonly CatalogueEntry[] = [];

/** An empty catalogue whose lists follow the order of `keys`. */
export function createCatalogue(keys: readonly string[]): MutableCatalogue {
  let ordered = keys;
  const indexes = new Map<CatalogueKind, KindIndex>();
  for (const kind of CATALOGUE_KINDS) indexes.set(kind, { byServer: new Map(), byId: new Map(), all: undefined });

  function indexOf(kind: CatalogueKind): KindIndex {
    const index = indexes.get(kind);
    if (index === undefined) throw new TypeError(`no such kind: ${kind}`);
    return index;
  }

  function listOf(kind: CatalogueKind, server: string): readonly CatalogueEntry[] {
    return indexOf(kind).byServer.get(server) ?? NOTHING;
  }

  return {
    listOf,
    list(kind) {
      const index = indexOf(kind);
      index.all ??= ordered.flatMap((key) => listOf(kind, key));
      return index.all;
    },
    find: (kind, id) => indexOf(kind).byId.get(id),
    order(next) {
      ordered = next;
      for (const index of indexes.values()) index.all = undefined;
    },
    set(kind, server, entries) {
      const before = listOf(kind, server);
      if (isSameList(before, entries)) return false;
      const index = indexOf(kind);
      for (const entry of before) index.byId.delete(entry.id);
      for (const entry of entries) index.byId.set(entry.id, entry);
      index.byServer.set(server, entries);
      index.all = undefined;
      return true;
    },
  };
}

/** Whether two lists hold the same texts in the same order. */
export function isSameList(before: readonly CatalogueEntry[], after: readonly CatalogueEntry[]): boolean {
  if (before === after) return true;
  return before.length === after.length && before.every((entry, index) => entry.json === after[index]?.json);
}

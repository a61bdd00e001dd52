import type { CatalogueKind } from '@toolyard/core';

/** The JSON texts of list entries, kept per server so that a change costs what that server has. */
export interface ListCache {
  /** All entries of a kind in configuration order, joined by commas. */
  join(kind: CatalogueKind): string;
  /** Makes one server's entries anew at the next `join`. */
  forget(kind: CatalogueKind, server: string): void;
}

/** A cache that makes a server's texts with `render` when they are first needed. */
export function createListCache(
  keys: readonly string[],
  render: (kind: CatalogueKind, server: string) => readonly string[],
): ListCache {
  const parts = new Map<string, string>();
  const joined = new Map<CatalogueKind, string>();

  function partOf(kind: CatalogueKind, server: string): string {
    const place = `${kind} ${server}`;
    const known = parts.get(place);
    if (known !== undefined) return known;
    const part = render(kind, server).join(',');
    parts.set(place, part);
    return part;
  }

  return {
    join(kind) {
      const known = joined.get(kind);
      if (known !== undefined) return known;
      const text = keys
        .map((key) => partOf(kind, key))
        .filter((part) => part !== '')
        .join(',');
      joined.set(kind, text);
      return text;
    },
    forget(kind, server) {
      parts.delete(`${kind} ${server}`);
      joined.delete(kind);
    },
  };
}

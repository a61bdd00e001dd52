import type { CatalogueEntry, CatalogueKind } from '@toolyard/core';

/** The JSON texts of list entries, kept per server so that a change costs what that server has. */
export interface ListCache {
  /** The entries that `listOf` gives for each server, in configuration order, joined by commas. */
  join(kind: CatalogueKind, listOf: (server: string) => Entries): string;
  /** Makes one server's entries anew at the next `join`; those of all servers where none is named. */
  forget(kind: CatalogueKind, server?: string): void;
}

type Entries = readonly CatalogueEntry[];

/** A list as it was last given. */
interface Joined {
  readonly parts: readonly string[];
  readonly text: string;
}

/** A cache that makes texts with `render` when they are first needed; clients can have different lists of one server. */
export function createListCache(
  keys: readonly string[],
  render: (kind: CatalogueKind, entries: Entries, server: string) => readonly string[],
): ListCache {
  const rendered = new Map<CatalogueKind, Map<string, WeakMap<Entries, string>>>();
  const joined = new Map<CatalogueKind, Joined>();

  function partOf(kind: CatalogueKind, server: string, entries: Entries): string {
    const byServer = rendered.get(kind) ?? new Map<string, WeakMap<Entries, string>>();
    const texts = byServer.get(server) ?? new WeakMap<Entries, string>();
    const part = texts.get(entries) ?? render(kind, entries, server).join(',');
    rendered.set(kind, byServer.set(server, texts.set(entries, part)));
    return part;
  }

  return {
    join(kind, listOf) {
      const parts = keys.map((key) => partOf(kind, key, listOf(key)));
      const last = joined.get(kind);
      if (last !== undefined && parts.every((part, index) => part === last.parts[index])) return last.text;
      const text = parts.filter((part) => part !== '').join(',');
      joined.set(kind, { parts, text });
      return text;
    },
    forget(kind, server) {
      if (server === undefined) rendered.delete(kind);
      else rendered.get(kind)?.delete(server);
    },
  };
}

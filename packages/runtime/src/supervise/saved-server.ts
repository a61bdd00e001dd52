import { CATALOGUE_KINDS, type CatalogueEntry, type CatalogueKind, type SavedServer } from '@toolyard/core';
import { toEntry } from '../catalogue/to-entry.ts';
import type { ServerLife } from './server-life.ts';

/** What a server offered, by kind. */
export type Lists = ReadonlyMap<CatalogueKind, readonly CatalogueEntry[]>;

/** What is kept of a life between runs, with what else is kept of the server. */
export function toSaved(
  life: ServerLife,
  rest: Pick<SavedServer, 'key' | 'definitionHash' | 'enabled' | 'greeting' | 'era' | 'lists'>,
): SavedServer {
  const { failures, autoDisabledAt, lastAttemptAt, lastConnectedAt, lastFailureAt, failure } = life;
  return {
    ...rest,
    failures,
    ...(autoDisabledAt === undefined ? {} : { autoDisabledAt, autoDisabledReason: failure?.reason ?? '' }),
    ...(lastAttemptAt === undefined ? {} : { lastAttemptAt }),
    ...(lastConnectedAt === undefined ? {} : { lastConnectedAt }),
    ...(lastFailureAt === undefined ? {} : { lastFailureAt }),
  };
}

/** The part of a life that an earlier run left. */
export function toSavedLife(saved: SavedServer): Partial<ServerLife> {
  const { failures, autoDisabledAt, lastAttemptAt, lastConnectedAt, lastFailureAt } = saved;
  return {
    failures,
    ...(autoDisabledAt === undefined ? {} : { autoDisabledAt }),
    ...(lastAttemptAt === undefined ? {} : { lastAttemptAt }),
    ...(lastConnectedAt === undefined ? {} : { lastConnectedAt }),
    ...(lastFailureAt === undefined ? {} : { lastFailureAt }),
  };
}

/** Entries as they are kept: the server's own text. */
export function toTexts(lists: Lists): NonNullable<SavedServer['lists']> {
  return Object.fromEntries([...lists].map(([kind, entries]) => [kind, entries.map((entry) => entry.json)]));
}

/** Entries from what was kept; a text that cannot be read any more is left out. */
export function toLists(server: string, texts: NonNullable<SavedServer['lists']>): Lists {
  const lists = new Map<CatalogueKind, readonly CatalogueEntry[]>();
  for (const kind of CATALOGUE_KINDS) {
    const entries = texts[kind]?.flatMap((json) => toEntry({ server, kind }, json) ?? []);
    if (entries !== undefined) lists.set(kind, entries);
  }
  return lists;
}

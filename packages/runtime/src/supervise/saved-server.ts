import { CATALOGUE_KINDS, type CatalogueEntry, type CatalogueKind, type SavedServer } from '@toolyard/core';
import { findCut, type ListLimits } from '../catalogue/list-limits.ts';
import type { ReadList } from '../catalogue/read-list.ts';
import { toEntry } from '../catalogue/to-entry.ts';
import type { ServerLife } from './server-life.ts';

/** What a server offered, by kind. */
export type Lists = ReadonlyMap<CatalogueKind, readonly CatalogueEntry[]>;

/** What is kept of a life between runs, with what else is kept of the server. */
export function toSaved(
  life: ServerLife,
  rest: Pick<SavedServer, 'key' | 'definitionHash' | 'enabled' | 'greeting' | 'era' | 'lists' | 'cuts' | 'sets'>,
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

/** Lists from what was kept, within the limits of today; a text that cannot be read any more is left out. */
export function recallLists(
  server: string,
  { lists = {}, cuts = {} }: Pick<SavedServer, 'lists' | 'cuts'>,
  limits: ListLimits,
): ReadonlyMap<CatalogueKind, ReadList> {
  const recalled = new Map<CatalogueKind, ReadList>();
  for (const kind of CATALOGUE_KINDS) {
    const texts = lists[kind];
    if (texts !== undefined) recalled.set(kind, recallList({ server, kind }, texts, { cut: cuts[kind], limits }));
  }
  return recalled;
}

function recallList(
  place: { readonly server: string; readonly kind: CatalogueKind },
  texts: readonly string[],
  { cut, limits }: { readonly cut: string | undefined; readonly limits: ListLimits },
): ReadList {
  const entries: CatalogueEntry[] = [];
  let bytes = 0;
  let known = cut;
  for (const json of texts) {
    bytes += json.length;
    const over = findCut(place.kind, { entries: entries.length + 1, bytes }, limits);
    if (over !== undefined) {
      known = over;
      break;
    }
    const entry = toEntry(place, json);
    if (entry !== undefined) entries.push(entry);
  }
  return { entries, oddities: [], ...(known === undefined ? {} : { cut: known }) };
}

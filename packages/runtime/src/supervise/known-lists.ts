import { CATALOGUE_KINDS, type CatalogueEntry, type CatalogueKind, type SavedServer } from '@toolyard/core';
import { isSameList } from '../catalogue/create-catalogue.ts';
import type { ListLimits } from '../catalogue/list-limits.ts';
import type { ReadList } from '../catalogue/read-list.ts';
import { recallLists, toTexts, type Lists } from './saved-server.ts';

/** Sets whose lists are kept, besides those that are in use. */
const MOST_SETS = 16;

/** Clients write what is in a set; a longer one, in characters, is not kept for later runs. */
const MAX_SAVED_SET = 2000;

/** What is offered to clients of one set of capabilities. */
interface KnownSet {
  readonly lists: Map<CatalogueKind, readonly CatalogueEntry[]>;
  /** Why lists are not whole. */
  readonly cuts: Map<CatalogueKind, string>;
  /** It was read in this run. */
  isChecked: boolean;
  /** Larger than that of every set that was used less recently. */
  usedAt: number;
}

/** What a server offers, from this run or from an earlier one, by the set of client capabilities that it was told. */
export class KnownLists {
  readonly #sets = new Map<string, KnownSet>();
  #all: Lists | undefined;
  #uses = 0;

  /** What it offers to clients of a set; `undefined` where that is not known. */
  of(set: string): Lists | undefined {
    return this.#sets.get(set)?.lists;
  }

  /** The sets that something is known for. */
  get sets(): readonly string[] {
    return [...this.#sets.keys()];
  }

  /** A client of a set is there. */
  noteUse(set: string): void {
    const known = this.#sets.get(set);
    if (known !== undefined) known.usedAt = ++this.#uses;
  }

  /** Forgets the sets that were not used for the longest time where there are too many, but none that is in use. */
  trim(isInUse: (set: string) => boolean): void {
    const unused = [...this.#sets].filter(([set]) => !isInUse(set)).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [set] of unused.slice(0, Math.max(0, this.#sets.size - MOST_SETS))) this.#forget(set);
  }

  /** All that it offers to anybody. */
  get all(): Lists | undefined {
    this.#all ??= merge([...this.#sets.values()].map(({ lists }) => lists));
    return this.#all;
  }

  /** What is missing in its lists; `undefined` where they are whole. */
  get cut(): string | undefined {
    const cuts = new Set([...this.#sets.values()].flatMap((known) => [...known.cuts.values()]));
    return cuts.size === 0 ? undefined : [...cuts].join('; ');
  }

  /** Whether what is known for a set was read in this run. */
  isChecked(set: string): boolean {
    return this.#sets.get(set)?.isChecked === true;
  }

  /** Takes over all lists of a set; gives the kinds of which it has another list now. */
  learn(set: string, lists: ReadonlyMap<CatalogueKind, ReadList>): readonly CatalogueKind[] {
    const before = this.#sets.get(set);
    const changed = CATALOGUE_KINDS.filter((kind) => this.learnList(set, kind, lists.get(kind)));
    // Where a server is not what it was, it may be another program, and what is remembered of it says nothing.
    if (before?.isChecked === false && changed.length > 0) this.#forgetUnchecked(set);
    this.#provide(set).isChecked = true;
    return changed;
  }

  /** Takes over one list of a set, or that it has none; answers whether that is another one. */
  learnList(set: string, kind: CatalogueKind, list: ReadList | undefined): boolean {
    const known = this.#provide(set);
    const before = known.lists.get(kind);
    if (list?.cut === undefined) known.cuts.delete(kind);
    else known.cuts.set(kind, list.cut);
    if (isSameList(before ?? [], list?.entries ?? []) && (before === undefined) === (list === undefined)) return false;
    if (list === undefined) known.lists.delete(kind);
    else known.lists.set(kind, list.entries);
    this.#all = undefined;
    return true;
  }

  /** Takes over what an earlier run has left, of which `lists` belong to the set `first`. */
  recall(key: string, first: string, saved: SavedServer, limits: ListLimits): void {
    const sets = saved.lists === undefined ? [] : [{ set: first, lists: saved.lists, ...pickCuts(saved) }];
    for (const each of [...sets, ...(saved.sets ?? [])]) {
      this.learn(each.set, recallLists(key, each, limits));
      this.#provide(each.set).isChecked = false;
    }
  }

  /** What is kept for later runs; `lists` are those of the set `first`. */
  toSaved(first: string): Pick<SavedServer, 'lists' | 'cuts' | 'sets'> {
    const own = this.#sets.get(first);
    const others = [...this.#sets].filter(([set]) => set !== first && set.length <= MAX_SAVED_SET).slice(1 - MOST_SETS);
    return {
      ...(own === undefined ? {} : toSavedLists(own)),
      ...(others.length === 0 ? {} : { sets: others.map(([set, known]) => ({ set, ...toSavedLists(known) })) }),
    };
  }

  #provide(set: string): KnownSet {
    const known = this.#sets.get(set) ?? { lists: new Map(), cuts: new Map(), isChecked: true, usedAt: ++this.#uses };
    if (this.#sets.has(set)) return known;
    this.#sets.set(set, known);
    this.#all = undefined;
    return known;
  }

  #forgetUnchecked(kept: string): void {
    for (const [set, { isChecked }] of this.#sets) if (set !== kept && !isChecked) this.#forget(set);
  }

  #forget(set: string): void {
    this.#sets.delete(set);
    this.#all = undefined;
  }
}

/** Each entry once, as the first set has it. */
function merge(sets: readonly Lists[]): Lists | undefined {
  if (sets.length < 2) return sets[0];
  const merged = new Map<CatalogueKind, readonly CatalogueEntry[]>();
  for (const kind of CATALOGUE_KINDS) {
    const byName = new Map<string, CatalogueEntry>();
    for (const entry of sets.flatMap((lists) => lists.get(kind) ?? [])) {
      if (!byName.has(entry.name)) byName.set(entry.name, entry);
    }
    merged.set(kind, [...byName.values()]);
  }
  return merged;
}

function toSavedLists({ lists, cuts }: KnownSet): Required<Pick<SavedServer, 'lists'>> & Pick<SavedServer, 'cuts'> {
  return { lists: toTexts(lists), ...(cuts.size === 0 ? {} : { cuts: Object.fromEntries(cuts) }) };
}

function pickCuts({ cuts }: SavedServer): Pick<SavedServer, 'cuts'> {
  return cuts === undefined ? {} : { cuts };
}

import type { FormSubject } from '../ports/open-form.ts';
import type { FormState } from './form-state.ts';
import { parseKept, toKept } from './kept-form.ts';

/** Where texts outlive the window, by id. */
export interface DraftStore {
  /** The ids of all, the one that was written last at the end. */
  list(): readonly string[];
  read(id: string): string | undefined;
  write(id: string, text: string): void;
  remove(id: string): void;
}

/** What was typed in forms and is not saved, until it is saved or discarded: neither a closed tab nor a reload of the window loses it. */
export interface KeptDrafts {
  keep(id: string, form: FormState): void;
  forget(id: string): void;
  find(id: string): FormState | undefined;
  /** The id of the newest that is about the same hook, or about a new one of the same folder, and that `isFree`. */
  findFor(subject: FormSubject, isFree: (id: string) => boolean): string | undefined;
}

/** More than anybody leaves unfinished; beyond that the oldest go. */
const MAX_DRAFTS = 50;

/** Keeps drafts in a store; `onError` hears once that it cannot. */
export function createKeptDrafts(store: DraftStore, onError: (error: unknown) => void): KeptDrafts {
  /** What the store has of the forms of this window: nothing for those that have no changes. */
  const written = new Map<string, string | undefined>();
  let isTold = false;

  function put(id: string, text: string | undefined): void {
    const isFirst = written.get(id) === undefined;
    if (written.has(id) && written.get(id) === text) return;
    written.set(id, text);
    try {
      if (text === undefined) store.remove(id);
      else store.write(id, text);
      if (isFirst) dropOldest();
    } catch (error) {
      if (!isTold) onError(error);
      isTold = true;
    }
  }

  function dropOldest(): void {
    const ids = store.list();
    for (const id of ids.slice(0, Math.max(0, ids.length - MAX_DRAFTS))) store.remove(id);
  }

  return {
    keep: (id, form) => put(id, toKept(form)),
    forget: (id) => put(id, undefined),
    find: (id) => parseKept(store.read(id))?.form,
    findFor: (subject, isFree) =>
      store.list().findLast((id) => isFree(id) && isSame(parseKept(store.read(id))?.subject, subject)),
  };
}

function isSame(left: FormSubject | undefined, right: FormSubject): boolean {
  return left !== undefined && left.folder === right.folder && left.hook === right.hook;
}

import { toCanonicalJson } from '@toolyard/core';
import type { Hook } from '../hook/hook.ts';

/** What becomes of hooks that come from another file. */
export interface ImportedHooks {
  /** In their order, with the ids that they get. */
  readonly added: readonly Hook[];
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  /** Those of `added` whose id was taken. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

const MAX_ID_LENGTH = 64;

/** Decides which hooks to add to those that are there: equal ones are not, and a taken id gets a number. */
export function importHooks(existing: readonly Hook[], imported: readonly Hook[]): ImportedHooks {
  const known = new Map(existing.map((hook) => [hook.id, toContent(hook)]));
  const added: Hook[] = [];
  const skipped: { id: string; reason: string }[] = [];
  const renamed: { from: string; to: string }[] = [];
  for (const hook of imported) {
    const content = toContent(hook);
    const { id, isThere } = findId(hook.id, content, known);
    if (isThere) {
      skipped.push({ id: hook.id, reason: id === hook.id ? 'it already exists' : `it already exists as "${id}"` });
      continue;
    }
    known.set(id, content);
    added.push({ ...hook, id });
    if (id !== hook.id) renamed.push({ from: hook.id, to: id });
  }
  return { added, skipped, renamed };
}

/** Everything but the id, which an earlier import may have changed. */
function toContent({ id: _id, ...content }: Hook): string {
  return toCanonicalJson(content);
}

function findId(
  wanted: string,
  content: string,
  known: ReadonlyMap<string, string>,
): { readonly id: string; readonly isThere: boolean } {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const id = wanted.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
    const there = known.get(id);
    if (there === undefined || there === content) return { id, isThere: there !== undefined };
  }
}

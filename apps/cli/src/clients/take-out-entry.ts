import { copyEntry, putEntry, removeEntry, type TextEditResult } from '@toolyard/core';
import { readEntry } from '@toolyard/host';

/** The way to an entry inside a file. */
export type EntryPath = readonly [string, ...string[]];

/** A file with the entry that a `connect` put in, and what it was before that. */
export interface ConnectedText {
  readonly text: string;
  readonly path: EntryPath;
  /** What the file was before; `none` where there was no file, `unknown` where nobody kept it. */
  readonly before: { readonly text: string } | 'none' | 'unknown';
}

/** How a file gets rid of Toolyard's entry. */
export type TakenOut =
  | { readonly kind: 'restored'; readonly text: string }
  | { readonly kind: 'file-is-ours' }
  | { readonly kind: 'edited'; readonly edit: TextEditResult };

/**
 * The file as it was before, where nobody changed anything else since; a file that holds nothing else can go. Otherwise
 * the entry alone is taken out, and the one whose place it took is back.
 */
export function takeOutEntry({ text, path, before }: ConnectedText): TakenOut {
  if (before === 'unknown') return { kind: 'edited', edit: removeEntry(text, path) };
  const was = before === 'none' ? '' : before.text;
  if (isWithEntry(was, text, path))
    return before === 'none' ? { kind: 'file-is-ours' } : { kind: 'restored', text: was };
  if (readEntry(was, path) !== undefined) return { kind: 'edited', edit: copyEntry(text, path, was) };
  const edit = removeEntry(text, path);
  return { kind: 'edited', edit: edit.ok ? withoutOwnSection(edit.text, was, path) : edit };
}

/** Whether a text is that of `before` with its entry, and nothing else. */
function isWithEntry(before: string, text: string, path: EntryPath): boolean {
  const entry = readEntry(text, path);
  if (entry === undefined) return false;
  const edit = putEntry(before, path, entry);
  return edit.ok && edit.text === text;
}

/** The object around the entry goes too, where it came with the entry and holds nothing else. */
function withoutOwnSection(text: string, before: string, path: EntryPath): TextEditResult {
  const [first, ...rest] = path.slice(0, -1);
  if (first === undefined) return { ok: true, text };
  const section: EntryPath = [first, ...rest];
  const left = readEntry(text, section);
  const isEmpty = typeof left === 'object' && left !== null && Object.keys(left).length === 0;
  return isEmpty && readEntry(before, section) === undefined ? removeEntry(text, section) : { ok: true, text };
}

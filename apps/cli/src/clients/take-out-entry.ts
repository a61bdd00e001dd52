import { putEntry, readJsonText, removeEntry, type TextEdit } from '@toolyard/core';

/** The way to an entry inside a file. */
export type EntryPath = readonly [string, ...string[]];

/** A file with Toolyard's entry, and what it was before that was put in. */
export interface ConnectedText {
  readonly text: string;
  /** `undefined` where there is no backup. */
  readonly backup: string | undefined;
  readonly path: EntryPath;
}

/** How a file gets rid of Toolyard's entry. */
export type TakenOut =
  | { readonly kind: 'restored'; readonly text: string }
  | { readonly kind: 'file-is-ours' }
  | EditedOut;

interface EditedOut {
  readonly kind: 'edited';
  readonly edit: TextEdit;
}

/**
 * The file as it was before, where nobody changed anything else since; a file that holds nothing else can go. Otherwise
 * the entry alone is taken out.
 */
export function takeOutEntry(connected: ConnectedText): TakenOut {
  const { text, backup, path } = connected;
  if (backup !== undefined && isWithEntry(backup, connected)) return { kind: 'restored', text: backup };
  if (backup === undefined && isWithEntry('', connected)) return { kind: 'file-is-ours' };
  const edit = removeEntry(text, path);
  return { kind: 'edited', edit: edit.ok ? withoutOwnSection(edit.text, connected) : edit };
}

/** Whether the text is that of `before` with the entry, and nothing else. */
function isWithEntry(before: string, { text, path }: Pick<ConnectedText, 'text' | 'path'>): boolean {
  const entry = readEntry(text, path);
  if (entry === undefined) return false;
  const edit = putEntry(before, path, entry);
  return edit.ok && edit.text === text;
}

/** The value at a path of a text; `undefined` where there is none, or the text cannot be read. */
export function readEntry(text: string, path: readonly string[]): unknown {
  const read = readJsonText(text);
  return read.ok ? path.reduce(stepInto, read.value) : undefined;
}

function stepInto(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isObject ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
}

/** The object around the entry goes too, where it came with the entry and holds nothing else. */
function withoutOwnSection(text: string, { backup, path }: ConnectedText): TextEdit {
  const [first, ...rest] = path.slice(0, -1);
  if (first === undefined || backup === undefined) return { ok: true, text };
  const section: EntryPath = [first, ...rest];
  const left = readEntry(text, section);
  const isEmpty = typeof left === 'object' && left !== null && Object.keys(left).length === 0;
  return isEmpty && readEntry(backup, section) === undefined ? removeEntry(text, section) : { ok: true, text };
}

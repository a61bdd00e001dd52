import { sep } from 'node:path';
import { cutText, toLine } from '@toolyard/core';
import type { FolderLook, ViewRow } from './row.ts';

/** More than any side bar shows. */
const SHOWN_LENGTH = 200;

/** A text from outside as it can stand in a row: one line, without characters that nobody would see. */
export function toRowText(text: string): string {
  return cutText(toLine(text), SHOWN_LENGTH);
}

/** What is wrong with a file of a folder, as it can stand in a row: without the path of the folder, which would take all the place. */
export function toRowMessage(message: string, folder: string): string {
  return toRowText(message.replaceAll(`${folder}${sep}`, '').replaceAll(': $: ', ': '));
}

/** Joins what is known of a thing for the description of its row; `undefined` where that is nothing. */
export function joinFacts(facts: readonly (string | undefined)[]): string | undefined {
  const known = facts.filter((fact) => fact !== undefined && fact !== '');
  return known.length === 0 ? undefined : known.join(' · ');
}

/** A row that says something and stands for nothing that commands could work on. */
export function createTextRow(
  id: string,
  label: string,
  more: Partial<Omit<ViewRow, 'id' | 'label' | 'subject'>> = {},
): ViewRow {
  return { id, label: toRowText(label), context: 'text', ...more, subject: { kind: 'text' } };
}

/** `1 hook`, `3 hooks`, `1,200 hooks`. */
export function countThings(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
}

/** The rows of each folder below a row of its own, or directly where the window has only one. */
export function toFolderRows(
  folders: readonly FolderLook[],
  toRows: (folder: FolderLook) => readonly ViewRow[],
  describe: (folder: FolderLook) => string,
): readonly ViewRow[] {
  const [only] = folders;
  if (only === undefined) return [];
  if (folders.length === 1) return toRows(only);
  const filled = folders.map((folder) => ({ folder, children: toRows(folder) }));
  if (filled.every(({ children }) => children.length === 0)) return [];
  return filled.map(({ folder, children }) => toFolderRow(folder, children, describe(folder)));
}

function toFolderRow({ name, path }: FolderLook, children: readonly ViewRow[], description: string): ViewRow {
  return {
    id: `folder:${path}`,
    label: toRowText(name),
    description,
    icon: { name: 'root-folder' },
    context: 'folder',
    ...(children.length === 0 ? {} : { children, isOpen: true }),
    subject: { kind: 'folder', folder: path },
  };
}

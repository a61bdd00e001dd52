import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { toCanonicalJson, ToolyardError } from '@toolyard/core';
import { readEntry } from '@toolyard/host';
import { readTextFile, replaceTextFile } from '@toolyard/node';
import type { EntryPath } from './take-out-entry.ts';

/** Where the text is kept that a client's file had before Toolyard changed it. */
export function backupOf(file: string): string {
  return `${file}.toolyard-backup`;
}

/** The text of a client's file, or of its backup; `undefined` where there is none. Throws `config-invalid`. */
export async function readClientText(file: string): Promise<string | undefined> {
  const read = await readTextFile(file);
  if (read.kind === 'refused') throw new ToolyardError('config-invalid', `${file} was not changed: ${read.reason}.`);
  return read.kind === 'text' ? read.text : undefined;
}

/** What becomes the backup of a file. */
export interface NewBackup {
  /** Absent, there is none. */
  readonly text: string | undefined;
  /** The way to Toolyard's entry in it. */
  readonly path: EntryPath;
  /** An earlier backup is set aside in any case. */
  readonly keepsEarlier: boolean;
}

/**
 * Makes a text the backup of a file. An earlier backup is replaced, unless it has to be kept, or its entry at the path is nowhere else: then
 * it is set aside under another name, which is given.
 */
export async function keepBackup(file: string, { text, path, keepsEarlier }: NewBackup): Promise<string | undefined> {
  const backup = backupOf(file);
  const earlier = await readClientText(backup);
  const isKept = earlier !== undefined && (isNeeded(earlier, text, path) || (keepsEarlier && earlier !== text));
  const aside = isKept ? findFreeName(backup) : undefined;
  if (aside !== undefined) await rename(backup, aside);
  if (text !== undefined) {
    await replaceTextFile({ file: backup, before: aside === undefined ? earlier : undefined, after: text });
  }
  return aside;
}

/** What people are told that an earlier backup is. */
export function nameEarlierBackup({ isRecordUnusable }: { readonly isRecordUnusable: boolean }): string {
  return isRecordUnusable ? 'the earlier backup' : 'an earlier backup, with another entry';
}

/** Forgets the text of before. */
export async function dropBackup(file: string): Promise<void> {
  await rm(backupOf(file), { force: true });
}

/** Without a text, the backup is all that is left of the file. */
function isNeeded(backup: string, text: string | undefined, path: EntryPath): boolean {
  if (text === undefined) return true;
  const entry = readEntry(backup, path);
  return entry !== undefined && toCanonicalJson(entry) !== toCanonicalJson(readEntry(text, path));
}

function findFreeName(backup: string): string {
  let number = 1;
  while (existsSync(`${backup}-${number}`)) number++;
  return `${backup}-${number}`;
}

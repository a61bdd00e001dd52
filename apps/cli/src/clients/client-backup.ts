import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { toCanonicalJson, ToolyardError } from '@toolyard/core';
import { readTextFile, replaceTextFile } from '@toolyard/node';
import { readEntry, type EntryPath } from './take-out-entry.ts';

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

/**
 * Makes a text the backup of a file; without a text there is none. An earlier backup is replaced, unless its entry at the path
 * is nowhere else: then it is set aside under another name, which is given.
 */
export async function keepBackup(file: string, text: string | undefined, path: EntryPath): Promise<string | undefined> {
  const backup = backupOf(file);
  const earlier = await readClientText(backup);
  const aside = earlier === undefined || !isNeeded(earlier, text, path) ? undefined : findFreeName(backup);
  if (aside !== undefined) await rename(backup, aside);
  if (text !== undefined) {
    await replaceTextFile({ file: backup, before: aside === undefined ? earlier : undefined, after: text });
  }
  return aside;
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

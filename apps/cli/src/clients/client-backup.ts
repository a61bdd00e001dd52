import { rm } from 'node:fs/promises';
import { ToolyardError } from '@toolyard/core';
import { readTextFile, replaceTextFile } from '@toolyard/node';
import { readEntry, type EntryPath } from './take-out-entry.ts';

/** Where the text is kept that a client's file had before Toolyard's entry was put in. */
export function backupOf(file: string): string {
  return `${file}.toolyard-backup`;
}

/** The text of a client's file, or of its backup; `undefined` where there is none. Throws `config-invalid`. */
export async function readClientText(file: string): Promise<string | undefined> {
  const read = await readTextFile(file);
  if (read.kind === 'refused') throw new ToolyardError('config-invalid', `${file} was left alone: ${read.reason}.`);
  return read.kind === 'text' ? read.text : undefined;
}

/** Keeps the text of a file that is about to get an entry; what was kept before one that is there already stays. */
export async function keepBackup(file: string, text: string | undefined, path: EntryPath): Promise<void> {
  const backup = backupOf(file);
  const kept = await readClientText(backup);
  if (text === undefined) return dropBackup(file);
  if (kept !== undefined && readEntry(text, path) !== undefined) return;
  await replaceTextFile({ file: backup, before: kept, after: text });
}

/** Forgets the text of before. */
export async function dropBackup(file: string): Promise<void> {
  await rm(backupOf(file), { force: true });
}

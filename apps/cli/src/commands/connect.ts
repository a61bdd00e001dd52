import { putEntry, removeEntry } from '@toolyard/core';
import { CLIENT_TITLES } from '@toolyard/host';
import { replaceTextFile } from '@toolyard/node';
import { backupOf, keepBackup, nameEarlierBackup, type NewBackup } from '../clients/client-backup.ts';
import { confirmChange } from '../clients/confirm-change.ts';
import { createToolyardEntry } from '../clients/create-toolyard-entry.ts';
import {
  openClient,
  startsToolyard,
  toEditedText,
  type ClientFileOptions,
  type OpenedClient,
} from '../clients/open-client.ts';
import { findMissingFolder } from '../clients/own-folders.ts';
import { reportClient, reportRefusal } from '../clients/report-client.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** `toolyard connect CLIENT`: puts the one entry for Toolyard into the client's file. */
export async function runConnect(options: ClientFileOptions, context: CommandContext): Promise<number> {
  const opened = await openClient(context, options);
  const { target, path, text, record, records } = opened;
  const { client, file } = target;
  const entry = await createToolyardEntry(context, options, target);
  const after = toEditedText(file, putEntry(text ?? '', path, entry));
  if (after === text) {
    const message = `Nothing to do: Toolyard is already in ${file}.`;
    return reportClient(context, options, target, { changed: false, message });
  }
  const change = { file, path, before: text ?? '', after, yes: options.yes === true };
  if (!(await confirmChange(context, change))) return reportRefusal(context);
  const folder = findMissingFolder(file);
  const made = record ?? { isFileMade: text === undefined, ...(folder === undefined ? {} : { folder }) };
  // First, so that nothing is changed where it cannot be remembered.
  await records.write(file, { ...made, entry });
  // A backup belongs to one connect. Where an entry is only replaced by a newer one of ours, that of the first stays.
  const aside = record === undefined ? await keepBackup(file, toBackup(opened)) : undefined;
  await replaceTextFile({ file, before: text, after });
  const title = CLIENT_TITLES[client];
  return reportClient(context, options, target, {
    changed: true,
    message: `${title} now uses Toolyard. Restart ${title}.`,
    entry,
    backup: made.isFileMade ? undefined : backupOf(file),
    left: aside === undefined ? [] : [{ path: aside, is: nameEarlierBackup(opened) }],
  });
}

/** Where nobody knows what was before, it is better guessed without an entry that is Toolyard's than with it. */
function toBackup({ path, text, entry, isRecordUnusable }: OpenedClient): NewBackup {
  const isOwn = isRecordUnusable && text !== undefined && startsToolyard(entry);
  const edit = isOwn ? removeEntry(text, path) : undefined;
  return { text: edit?.ok === true ? edit.text : text, path, keepsEarlier: isRecordUnusable };
}

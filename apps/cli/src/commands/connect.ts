import { putEntry } from '@toolyard/core';
import { replaceTextFile } from '@toolyard/node';
import { backupOf, keepBackup } from '../clients/client-backup.ts';
import { confirmChange } from '../clients/confirm-change.ts';
import { createToolyardEntry } from '../clients/create-toolyard-entry.ts';
import { CLIENT_TITLES } from '../clients/locate-client-files.ts';
import { openClient, toEditedText, type ClientFileOptions } from '../clients/open-client.ts';
import { findMissingFolder } from '../clients/own-folders.ts';
import { reportClient, reportRefusal } from '../clients/report-client.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** `toolyard connect CLIENT`: puts the one entry for Toolyard into the client's file. */
export async function runConnect(options: ClientFileOptions, context: CommandContext): Promise<number> {
  const { target, path, text, record, records } = await openClient(context, options);
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
  const aside = record === undefined ? await keepBackup(file, text, path) : undefined;
  await replaceTextFile({ file, before: text, after });
  const title = CLIENT_TITLES[client];
  return reportClient(context, options, target, {
    changed: true,
    message: `${title} now uses Toolyard. Restart ${title}.`,
    entry,
    backup: made.isFileMade ? undefined : backupOf(file),
    left: aside === undefined ? [] : [{ path: aside, is: 'an earlier backup, with another entry' }],
  });
}

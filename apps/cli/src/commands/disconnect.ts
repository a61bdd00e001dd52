import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { CLIENT_TITLES, readEntry } from '@toolyard/host';
import { replaceTextFile } from '@toolyard/node';
import { backupOf, dropBackup, keepBackup, nameEarlierBackup, readClientText } from '../clients/client-backup.ts';
import { confirmChange } from '../clients/confirm-change.ts';
import {
  CLIENT_ENTRY_KEY,
  openClient,
  startsToolyard,
  toEditedText,
  type ClientFileOptions,
  type OpenedClient,
} from '../clients/open-client.ts';
import { removeFolders } from '../clients/own-folders.ts';
import { reportClient, reportRefusal, type LeftBehind } from '../clients/report-client.ts';
import { takeOutEntry, type TakenOut } from '../clients/take-out-entry.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** `toolyard disconnect CLIENT`: takes the entry out; a file that nobody else changed is what it was before. */
export async function runDisconnect(options: ClientFileOptions, context: CommandContext): Promise<number> {
  const opened = await openClient(context, options);
  const { target, path, text, record, isRecordUnusable } = opened;
  const { client, file } = target;
  const reason = whyNothing(opened);
  if (text === undefined || reason !== undefined) {
    return reportClient(context, options, target, { changed: false, message: `Nothing to do: ${reason}.` });
  }
  const taken = takeOutEntry({ text, path, before: await findBefore(opened) });
  const after = taken.kind === 'edited' ? toEditedText(file, taken.edit) : taken.kind === 'restored' ? taken.text : '';
  const note = taken.kind === 'file-is-ours' ? `${file} contains nothing else and will be removed.` : undefined;
  const change = { file, path, before: text, after, note, yes: options.yes === true };
  if (!(await confirmChange(context, change))) return reportRefusal(context);
  // An entry that no connect put in stays somewhere, since nobody else may have it.
  const kept = { text, path, keepsEarlier: isRecordUnusable };
  const aside = record === undefined ? await keepBackup(file, kept) : undefined;
  // Emptied first, which is refused where somebody changed the file under the question.
  await replaceTextFile({ file, before: text, after });
  const left = await cleanUp(opened, taken, aside);
  const title = CLIENT_TITLES[client];
  const has =
    readEntry(after, path) === undefined
      ? 'no longer uses Toolyard'
      : `has its earlier "${CLIENT_ENTRY_KEY}" entry again`;
  return reportClient(context, options, target, { changed: true, message: `${title} ${has}. Restart ${title}.`, left });
}

function whyNothing({ target: { file }, text, entry, record }: OpenedClient): string | undefined {
  if (text === undefined || entry === undefined) return `Toolyard is not in ${file}`;
  if (record !== undefined || startsToolyard(entry)) return undefined;
  return `the entry "${CLIENT_ENTRY_KEY}" in ${file} is your own and does not start Toolyard`;
}

async function findBefore({ target, record }: OpenedClient): Promise<{ readonly text: string } | 'none' | 'unknown'> {
  if (record === undefined) return 'unknown';
  if (record.isFileMade) return 'none';
  const text = await readClientText(backupOf(target.file));
  return text === undefined ? 'unknown' : { text };
}

/** Removes what `connect` made and nobody needs any more; gives what stays. */
async function cleanUp(opened: OpenedClient, { kind }: TakenOut, aside: string | undefined): Promise<LeftBehind[]> {
  const { target, record, records, isRecordUnusable } = opened;
  const { file } = target;
  const left: LeftBehind[] = [];
  if (kind === 'restored') await dropBackup(file);
  const backup = backupOf(file);
  const since = record === undefined ? 'before this change' : 'before Toolyard was connected';
  if (existsSync(backup)) left.push({ path: backup, is: `${file} as it was ${since}` });
  if (aside !== undefined) {
    // After an edit the entry is not that of the record any more; the backup still is.
    const isOfConnect = !isRecordUnusable && (await records.read(file)) !== undefined;
    const is = isOfConnect ? `the "${CLIENT_ENTRY_KEY}" entry from before connect is in it` : nameEarlierBackup(opened);
    left.push({ path: aside, is });
  }
  if (kind === 'file-is-ours') {
    await rm(file);
    const folder = record?.folder === undefined ? undefined : await removeFolders(file, record.folder);
    if (folder !== undefined) left.push({ path: folder, is: 'a folder that was created for it and is not empty' });
  }
  await records.drop(file);
  return left;
}

import { rm } from 'node:fs/promises';
import { replaceTextFile } from '@toolyard/node';
import { putEntry, toConfigInvalid, ToolyardError, toVisibleJson, type TextEdit } from '@toolyard/core';
import { backupOf, dropBackup, keepBackup, readClientText } from '../clients/client-backup.ts';
import { confirmChange } from '../clients/confirm-change.ts';
import { createToolyardEntry } from '../clients/create-toolyard-entry.ts';
import { CLIENT_TITLES, findClientFile, type ClientFile, type ClientName } from '../clients/locate-client-files.ts';
import { readEntry, takeOutEntry, type EntryPath } from '../clients/take-out-entry.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** Which file of which client. */
export interface ConnectOptions extends CommonOptions {
  readonly client: ClientName;
  /** The file in the working directory, in place of the user's. */
  readonly project?: boolean;
}

/** The key of Toolyard in the clients' files. */
const KEY = 'toolyard';

/** `toolyard connect CLIENT`: puts the one entry for Toolyard into the client's file. */
export async function runConnect(options: ConnectOptions, context: CommandContext): Promise<number> {
  const { target, path } = locate(context, options);
  const entry = await createToolyardEntry(context, options, target);
  const before = await readClientText(target.file);
  const after = toText(target.file, putEntry(before ?? '', path, entry));
  if (after === before) return report(context, options, { ...target, changed: false });
  const change = { ...target, before: before ?? '', after, yes: options.yes === true };
  if (!(await confirmChange(context, change))) return refuse(context);
  await keepBackup(target.file, before, path);
  await replaceTextFile({ file: target.file, before, after });
  const kept = before === undefined ? {} : { backup: backupOf(target.file) };
  return report(context, options, { ...target, changed: true, ...kept, entry });
}

/** `toolyard disconnect CLIENT`: takes the entry out; a file that nobody else changed is what it was before. */
export async function runDisconnect(options: ConnectOptions, context: CommandContext): Promise<number> {
  const { target, path } = locate(context, options);
  const { file } = target;
  const before = await readClientText(file);
  if (before === undefined) return report(context, options, { ...target, changed: false });
  // What cannot be read is told as it is when something is put in.
  toText(file, putEntry(before, path, {}));
  if (readEntry(before, path) === undefined) return report(context, options, { ...target, changed: false });
  const taken = takeOutEntry({ text: before, backup: await readClientText(backupOf(file)), path });
  const after = taken.kind === 'edited' ? toText(file, taken.edit) : taken.kind === 'restored' ? taken.text : '';
  if (!(await confirmChange(context, { ...target, before, after, yes: options.yes === true }))) return refuse(context);
  // Emptied first, which is refused where somebody changed the file under the question.
  await replaceTextFile({ file, before, after });
  if (taken.kind === 'file-is-ours') await rm(file);
  if (taken.kind !== 'edited') await dropBackup(file);
  return report(context, options, { ...target, changed: true });
}

function locate(
  { surroundings }: CommandContext,
  { client, project }: ConnectOptions,
): { target: ClientFile; path: EntryPath } {
  const target = findClientFile(surroundings, client, project === true ? 'project' : 'user');
  if (target !== undefined) return { target, path: [...target.path, KEY] };
  throw new ToolyardError('usage', `${CLIENT_TITLES[client]} has no file in a project. Leave --project out.`);
}

function toText(file: string, edit: TextEdit): string {
  if (edit.ok) return edit.text;
  throw toConfigInvalid(file, edit.problems, 'Nothing was written.');
}

function refuse({ terminal }: CommandContext): number {
  terminal.stderr.write('Nothing was written.\n');
  return EXIT.failed;
}

interface Report extends ClientFile {
  readonly changed: boolean;
  readonly backup?: string;
  /** What was put in. */
  readonly entry?: object;
}

function report(
  { terminal }: CommandContext,
  { json }: ConnectOptions,
  { client, scope, file, changed, backup, entry }: Report,
): number {
  const title = CLIENT_TITLES[client];
  const isConnected = entry !== undefined;
  if (json === true) {
    terminal.stdout.write(`${toVisibleJson({ client, scope, file, changed, backup, entry }, 2)}\n`);
  } else if (!changed) terminal.stdout.write(`Nothing to do: ${file} is as it should be.\n`);
  else terminal.stdout.write(`${title} ${isConnected ? 'has' : 'no longer has'} Toolyard. Restart ${title}.\n`);
  if (backup !== undefined) terminal.stderr.write(`What ${file} was before is in ${backup}.\n`);
  return EXIT.done;
}

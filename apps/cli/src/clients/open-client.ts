import { putEntry, toConfigInvalid, ToolyardError, type TextEditResult } from '@toolyard/core';
import {
  CLIENT_TITLES,
  type ClientFile,
  type ClientName,
  findClientFile,
  isToolyardEntry,
  readDefinition,
  readEntry,
} from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import type { CommonOptions } from '../yard/with-yard.ts';
import { readClientText } from './client-backup.ts';
import { createConnectRecords, isOfRecord, type ConnectRecord, type ConnectRecords } from './connect-record.ts';
import type { EntryPath } from './take-out-entry.ts';

/** The key of Toolyard in the clients' files. */
export const CLIENT_ENTRY_KEY = 'toolyard';

/** Which file of which client. */
export interface ClientFileOptions extends CommonOptions {
  readonly client: ClientName;
  /** The file in the working directory, in place of the user's. */
  readonly project?: boolean;
}

/** A client's file before Toolyard's entry is put in or taken out. */
export interface OpenedClient {
  readonly target: ClientFile;
  /** The way to Toolyard's entry in it. */
  readonly path: EntryPath;
  /** `undefined` where there is no file. */
  readonly text: string | undefined;
  /** What stands there under Toolyard's key. */
  readonly entry: unknown;
  /** What `connect` did, where the entry still is what it put in. */
  readonly record: ConnectRecord | undefined;
  /** There is a record that this version cannot read, so the backup may be all that is left of the file as it was before Toolyard. */
  readonly isRecordUnusable: boolean;
  readonly records: ConnectRecords;
}

/** Reads a client's file; throws `usage` where the client has none in a project, and `config-invalid` where it cannot be edited. */
export async function openClient(
  { surroundings, terminal }: CommandContext,
  { client, project }: ClientFileOptions,
): Promise<OpenedClient> {
  const target = findClientFile(surroundings, client, project === true ? 'project' : 'user');
  if (target === undefined)
    throw new ToolyardError('usage', `${CLIENT_TITLES[client]} has no file in a project. Leave --project out.`);
  const path: EntryPath = [...target.path, CLIENT_ENTRY_KEY];
  const text = await readClientText(target.file);
  // What cannot be read is told as it is when something is put in, whatever is to be done.
  toEditedText(target.file, putEntry(text ?? '', path, {}));
  const entry = readEntry(text ?? '', path);
  const records = createConnectRecords(surroundings, (message) => terminal.stderr.write(`warning: ${message}\n`));
  const record = await records.read(target.file);
  return {
    target,
    path,
    text,
    entry,
    record: isOfRecord(record, entry) ? record : undefined,
    isRecordUnusable: record === 'unusable',
    records,
  };
}

/** The text that an edit gives; throws `config-invalid` with everything that keeps the file from being edited. */
export function toEditedText(file: string, edit: TextEditResult): string {
  if (edit.ok) return edit.text;
  throw toConfigInvalid(file, edit.problems, 'Nothing was written.');
}

/** Whether what stands under Toolyard's key starts Toolyard, whoever wrote it. */
export function startsToolyard(entry: unknown): boolean {
  return isToolyardEntry(readDefinition(CLIENT_ENTRY_KEY, entry, '/').definition);
}

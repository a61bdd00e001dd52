import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { makeFolder } from '../file/make-folder.ts';
import { syncFolderNow } from '../file/write-file-atomically.ts';
import { INBOX_LIMITS, INBOX_VERSION, keyHashIn, toInboxName, toKeyHash } from './inbox-files.ts';

/** A value for an inbox. */
export interface InboxValue {
  /** A value whose key waits already is the same, and is not put there again. */
  readonly key: string;
  readonly value: unknown;
}

/**
 * Puts values into an inbox, a file each, for whoever reads it next; they are on the disk when it returns. Waits for no thread, since a
 * person waits for it. Throws `state-not-written` where the inbox is full, a value is too long or the folder cannot be written to; then the
 * values that come after it are not there either.
 */
export function putInInbox(folder: string, values: readonly InboxValue[], now: number): void {
  const texts = new Map(values.map(({ key, value }) => [key, toText(value)]));
  try {
    prepareFolder(folder);
    const waiting = new Set(readdirSync(folder).flatMap((name) => keyHashIn(name) ?? []));
    const fresh = [...texts].filter(([key]) => !waiting.has(toKeyHash(key)));
    checkRoom(folder, waiting.size, fresh.length);
    for (const [index, [key, text]] of fresh.entries()) writeWhole(folder, toInboxName(now, index, key), text);
    syncFolderNow(folder);
  } catch (error) {
    if (ToolyardError.is(error)) throw error;
    const message = `The event could not be kept in ${folder}: ${toMessage(error)}. Free disk space, or make the folder writable.`;
    throw new ToolyardError('state-not-written', message, { cause: error });
  }
}

function toText(value: unknown): string {
  const text = `${JSON.stringify({ version: INBOX_VERSION, value })}\n`;
  if (Buffer.byteLength(text) <= INBOX_LIMITS.bytes) return text;
  throw new ToolyardError('state-not-written', 'The event is over 1 MB, which is too long to be kept for later.');
}

function prepareFolder(folder: string): void {
  makeFolder(folder);
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw new Error('it is not a folder');
  if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function checkRoom(folder: string, waiting: number, fresh: number): void {
  if (waiting + fresh <= INBOX_LIMITS.files) return;
  const message = `${waiting} events already wait in ${dirname(folder)}, and no more are kept. Run "toolyard hooks watch" to have them run.`;
  throw new ToolyardError('state-not-written', message);
}

/** Under its name there is always the whole of it. */
function writeWhole(folder: string, name: string, text: string): void {
  const temporary = join(folder, `.${name}.${process.pid}.tmp`);
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
    renameSync(temporary, join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

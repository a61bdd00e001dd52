import { appendFileSync, closeSync, constants, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../file/make-folder.ts';
import { NO_WAITING } from '../file/open-plain-file.ts';
import { tryLock } from '../lock/try-lock.ts';
import { segmentFileOf } from './list-segments.ts';

const NEWLINE = 0x0a;
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_WAITING;

/** The name that a full log gets: `log.1.jsonl`. */
export function rotatedFileOf(file: string): string {
  return segmentFileOf(file, 1);
}

/** Adds lines to a file for the user alone; it is moved aside before it grows over `maxBytes`. */
export async function appendRotating(file: string, text: string, maxBytes: number): Promise<void> {
  rotateOver(file, maxBytes - Buffer.byteLength(text));
  await appendLines(file, text);
}

/** Adds lines to a file for the user alone, however long it is. */
export async function appendLines(file: string, text: string): Promise<void> {
  const handle = await openForUser(file);
  try {
    await handle.appendFile(onNewLine(handle.fd, text));
  } finally {
    await handle.close();
  }
}

/** The same at once, for a process that is ending. */
export function appendRotatingSync(file: string, text: string, maxBytes: number): void {
  rotateOver(file, maxBytes - Buffer.byteLength(text));
  makeFolder(dirname(file));
  const fd = openSync(file, FLAGS, 0o600);
  try {
    appendFileSync(fd, onNewLine(fd, text));
  } finally {
    closeSync(fd);
  }
}

async function openForUser(file: string): Promise<FileHandle> {
  return open(file, FLAGS, 0o600).catch(async () => {
    makeFolder(dirname(file));
    return open(file, FLAGS, 0o600);
  });
}

/** Half a line that a full disk left behind is ended, and not cut off, since readers may have read it already. */
function onNewLine(fd: number, text: string): string {
  return endsWithLine(fd) ? text : `\n${text}`;
}

function endsWithLine(fd: number): boolean {
  const last = Buffer.alloc(1, NEWLINE);
  const { size } = fstatSync(fd);
  if (size > 0) readSync(fd, last, 0, 1, size - 1);
  return last[0] === NEWLINE;
}

/** Two Toolyards may write one log; were both to move it aside, the second would put a new file over the full one. */
function rotateOver(file: string, room: number): void {
  if (!isOver(file, room)) return;
  const lock = tryLock(`${file}.lock`);
  if (lock === undefined) return;
  try {
    if (isOver(file, room)) renameSync(file, rotatedFileOf(file));
  } finally {
    lock.release();
  }
}

function isOver(file: string, room: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  // An empty one would be moved over a full one for nothing.
  return stats !== undefined && stats.size > Math.max(0, room);
}

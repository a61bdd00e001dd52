import { closeSync, constants, fdatasync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../file/make-folder.ts';
import { syncFolder } from '../file/write-file-atomically.ts';

// Not O_APPEND: Windows does not let such a file be cut.
const FLAGS = constants.O_RDWR | constants.O_CREAT;
const NEWLINE = 0x0a;
const STEP_BYTES = 65_536;

const sync = promisify(fdatasync);

/**
 * Adds lines to a file for the user alone, and resolves when they are on the disk. Half a line that a crash left at the
 * end is cut off first; where it fails, the file is as before. One process at a time may write the file. Only the disk is
 * waited for: for the rest another thread takes several times as long as the system. An empty file begins with the lines of `head`.
 */
export async function appendDurably(
  file: string,
  lines: readonly string[],
  head: readonly string[] = [],
): Promise<void> {
  const fd = openForUser(file);
  let end = 0;
  try {
    end = cutTornLine(fd);
    const all = end === 0 ? [...head, ...lines] : lines;
    await writeSynced(fd, Buffer.from(all.map((line) => `${line}\n`).join('')), end);
  } finally {
    closeSync(fd);
  }
  // A new file has a name only when its folder is on the disk.
  if (end === 0) await syncFolder(dirname(file));
}

function openForUser(file: string): number {
  try {
    return openSync(file, FLAGS, 0o600);
  } catch {
    makeFolder(dirname(file));
    return openSync(file, FLAGS, 0o600);
  }
}

async function writeSynced(fd: number, bytes: Uint8Array, start: number): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, start + at);
    await sync(fd);
  } catch (error) {
    // Whole lines of a write that failed would otherwise come back as if they had been taken.
    cutOff(fd, start);
    throw error;
  }
}

function cutOff(fd: number, end: number): void {
  try {
    ftruncateSync(fd, end);
  } catch {
    // The disk is in no order at all, which the caller is told anyway.
  }
}

/** Where the last whole line ends; nothing is left behind it. */
function cutTornLine(fd: number): number {
  const { size } = fstatSync(fd);
  const end = findEnd(fd, size);
  if (end < size) ftruncateSync(fd, end);
  return end;
}

function findEnd(fd: number, size: number): number {
  // The last byte nearly always is the end of a line.
  for (let end = size, step = 1; end > 0; step = STEP_BYTES) {
    const start = Math.max(0, end - step);
    const buffer = Buffer.alloc(end - start);
    const at = buffer.subarray(0, readSync(fd, buffer, 0, end - start, start)).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

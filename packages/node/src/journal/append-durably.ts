import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../state/write-file-atomically.ts';

// Not O_APPEND: Windows does not let such a file be cut.
const FLAGS = constants.O_RDWR | constants.O_CREAT;
const NEWLINE = 0x0a;
const STEP_BYTES = 65_536;

/**
 * Adds lines to a file for the user alone, and resolves when they are on the disk. Half a line that a crash left at the
 * end is cut off first; where it fails, the file is as before. One process at a time may write the file.
 */
export async function appendDurably(file: string, lines: readonly string[]): Promise<void> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const handle = await openForUser(file);
  let end = 0;
  try {
    end = await cutTornLine(handle);
    await writeSynced(handle, bytes, end);
  } finally {
    await handle.close();
  }
  // A new file has a name only when its folder is on the disk.
  if (end === 0) await syncFolder(dirname(file));
}

async function openForUser(file: string): Promise<FileHandle> {
  return open(file, FLAGS, 0o600).catch(async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return open(file, FLAGS, 0o600);
  });
}

async function writeSynced(handle: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) {
      at += (await handle.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
    }
    await handle.datasync();
  } catch (error) {
    // Whole lines of a write that failed would otherwise come back as if they had been taken.
    await handle.truncate(start).catch(() => undefined);
    throw error;
  }
}

/** Where the last whole line ends; nothing is left behind it. */
async function cutTornLine(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  const end = await findEnd(handle, size);
  if (end < size) await handle.truncate(end);
  return end;
}

async function findEnd(handle: FileHandle, size: number): Promise<number> {
  // The last byte nearly always is the end of a line.
  for (let end = size, step = 1; end > 0; step = STEP_BYTES) {
    const start = Math.max(0, end - step);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

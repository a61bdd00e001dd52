import { closeSync, createReadStream, fstatSync, readSync } from 'node:fs';
import { openPlainFile, openPlainFileSync, refuseFile } from './open-plain-file.ts';

/** How much of a file is read where nothing else is said; far more than people write. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MIN_PIECE_BYTES = 4096;

/**
 * Reads a plain file whole. Rejects like the system does, with `EISDIR` or `EINVAL` for what is no plain file, and with
 * `EFBIG` for what is over `maxBytes`: whoever can write to a folder could put a pipe there, or a device without an end.
 */
export async function readPlainFile(file: string, maxBytes: number = MAX_FILE_BYTES): Promise<Buffer> {
  const handle = await openPlainFile(file);
  try {
    const pieces = createPieces((await handle.stat()).size, maxBytes);
    for (let isMore = true; isMore;) {
      const { buffer, position } = pieces.next();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      isMore = pieces.take(buffer, bytesRead);
    }
    return pieces.join();
  } finally {
    await handle.close();
  }
}

/** The same at once, for a small file whose answer cannot wait. */
export function readPlainFileSync(file: string, maxBytes: number = MAX_FILE_BYTES): Buffer {
  const fd = openPlainFileSync(file);
  try {
    const pieces = createPieces(fstatSync(fd).size, maxBytes);
    for (let isMore = true; isMore;) {
      const { buffer, position } = pieces.next();
      isMore = pieces.take(buffer, readSync(fd, buffer, 0, buffer.length, position));
    }
    return pieces.join();
  } finally {
    closeSync(fd);
  }
}

/** Reads what a person named on the command line, also the pipe of `<(...)`, but never more than needed to refuse it. */
export async function readNamedFile(file: string, maxBytes: number = MAX_FILE_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: maxBytes })) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length > maxBytes) throw refuseSize(maxBytes);
  return bytes;
}

interface Pieces {
  next(): { readonly buffer: Buffer; readonly position: number };
  /** False where that was the end. */
  take(buffer: Buffer, length: number): boolean;
  join(): Buffer;
}

/** A file may grow, and those of the system have no size, so only reading tells how long it is. */
function createPieces(size: number, maxBytes: number): Pieces {
  if (size > maxBytes) throw refuseSize(maxBytes);
  const taken: Buffer[] = [];
  let length = 0;
  return {
    next: () => ({ buffer: Buffer.alloc(Math.max(size + 1 - length, MIN_PIECE_BYTES)), position: length }),
    take(buffer, read) {
      taken.push(buffer.subarray(0, read));
      length += read;
      if (length > maxBytes) throw refuseSize(maxBytes);
      return read > 0;
    },
    join: () => Buffer.concat(taken),
  };
}

function refuseSize(maxBytes: number): Error {
  const isSmall = maxBytes < 1024 * 1024;
  return refuseFile('EFBIG', `it is over ${isSmall ? `${maxBytes / 1024} KB` : `${maxBytes / 1024 / 1024} MB`}`);
}

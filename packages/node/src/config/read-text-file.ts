import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { toMessage } from '@toolyard/core';

/** What a path holds: a text with its mark of the byte order, nothing, or something that is not read. */
export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string };

const MAX_TEXT_BYTES = 10 * 1024 * 1024;
// Opening a pipe would wait for its writer; Windows has no such flag.
const NO_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file of UTF-8 text so that writing the text again gives the same bytes; never waits for a pipe. */
export async function readTextFile(file: string): Promise<TextFile> {
  try {
    return await readWhole(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    const isForbidden = code === 'EACCES' || code === 'EPERM';
    return refuse(isForbidden ? 'it cannot be read: permission denied' : `it cannot be read: ${toMessage(error)}`);
  }
}

async function readWhole(file: string): Promise<TextFile> {
  const handle = await open(file, NO_WAITING);
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) return refuse('it is a folder');
    if (!stats.isFile()) return refuse('it is not a plain file');
    if (stats.size > MAX_TEXT_BYTES) return refuse('it is over 10 MB');
    return decode(await handle.readFile());
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array): TextFile {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return refuse('it is not UTF-8 text');
  }
}

function refuse(reason: string): TextFile {
  return { kind: 'refused', reason };
}

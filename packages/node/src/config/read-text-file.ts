import { toMessage } from '@toolyard/core';
import { readPlainFile } from '../file/read-plain-file.ts';
import { hasCode } from '../file/has-code.ts';

/** What a path holds: a text with its mark of the byte order, nothing, or something that is not read. */
export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads a file of UTF-8 text so that writing the text again gives the same bytes; never waits for a pipe. */
export async function readTextFile(file: string): Promise<TextFile> {
  try {
    return decode(await readPlainFile(file));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return { kind: 'missing' };
    if (hasCode(error, 'EISDIR', 'EINVAL', 'EFBIG')) return refuse(toMessage(error));
    const isForbidden = hasCode(error, 'EACCES', 'EPERM');
    return refuse(isForbidden ? 'it cannot be read: permission denied' : `it cannot be read: ${toMessage(error)}`);
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

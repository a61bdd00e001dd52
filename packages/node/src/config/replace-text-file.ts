import { stat } from 'node:fs/promises';
import { toMessage, ToolyardError } from '@toolyard/core';
import { toRealPath } from '../state/state-folder-of.ts';
import { writeFileAtomically } from '../file/write-file-atomically.ts';
import { readTextFile } from './read-text-file.ts';

/** One change of a file of text. */
export interface TextReplacement {
  readonly file: string;
  /** What was read before; `undefined` where there was no file. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Writes a file anew where it still holds what was read before: at once for all readers, with the rights it had, through
 * a link that leads to it. A new file is for the user alone. Throws `file-not-written`.
 */
export async function replaceTextFile({ file, before, after }: TextReplacement): Promise<void> {
  const place = await toRealPath(file);
  const now = await readTextFile(place);
  const text = now.kind === 'text' ? now.text : undefined;
  if (now.kind === 'refused' || text !== before) {
    throw refuse(file, 'another program has just changed it. Try again');
  }
  const stats = await stat(place).catch(() => undefined);
  try {
    await writeFileAtomically(place, after, stats === undefined ? {} : { rights: stats });
  } catch (error) {
    throw refuse(file, `${toMessage(error)}. Make the file and its folder writable`, error);
  }
}

function refuse(file: string, reason: string, cause?: unknown): ToolyardError {
  return new ToolyardError('file-not-written', `${file} was not written: ${reason}.`, { cause });
}

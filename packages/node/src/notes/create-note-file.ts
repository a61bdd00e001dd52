import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { readPlainFile } from '../file/read-plain-file.ts';
import { writeFileAtomically } from '../file/write-file-atomically.ts';

/** A note that is a file. */
export interface NoteFile {
  /** Every character as it is, a byte order mark too. */
  read(): Promise<string>;
  /** Stores what `edit` makes of the text as it is then; `edit` is called again where the file changed meanwhile. */
  update(edit: (text: string) => string): Promise<void>;
  /** Stores a file beside the note, with the rights of the note; false, and nothing changes, where it must not replace what lies there. */
  attach(name: string, bytes: Uint8Array, mayReplace: boolean): Promise<boolean>;
}

const MOST_TRIES = 50;
const MAX_NOTE_BYTES = 64 * 1024 * 1024;

/**
 * The note at a path; links are followed. Readers see the old text or the new one at any time, also after a crash. Throws
 * `note-not-written` where the file cannot be written, or is no text in UTF-8.
 */
export function createNoteFile(path: string): NoteFile {
  async function readBytes(): Promise<Buffer> {
    return readPlainFile(path, MAX_NOTE_BYTES).catch((error: unknown) => {
      throw refuse(path, 'read', toMessage(error));
    });
  }

  return {
    read: async () => decode(path, await readBytes()),
    async update(edit) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const before = await readBytes();
        const text = decode(path, before);
        const next = edit(text);
        if (next === text || (await write(path, before, next))) return;
      }
      throw refuse(path, 'written', 'it keeps changing');
    },
    async attach(name, bytes, mayReplace) {
      if (name !== basename(name)) throw refuse(name, 'written', 'it is not a file name');
      try {
        const note = await realpath(path);
        const place = join(dirname(note), name);
        if (await holds(place, bytes)) return true;
        const isWanted = (): Promise<boolean> => isFree(place, mayReplace);
        return await writeFileAtomically(place, bytes, { rights: await stat(note), isWanted });
      } catch (error) {
        throw refuse(name, 'written', toMessage(error));
      }
    },
  };
}

async function holds(place: string, bytes: Uint8Array): Promise<boolean> {
  return readPlainFile(place, bytes.length).then(
    (found) => found.equals(bytes),
    () => false,
  );
}

/** Nothing takes the place of a folder, whoever made it. */
async function isFree(place: string, mayReplace: boolean): Promise<boolean> {
  const stats = await lstat(place).catch(() => undefined);
  return stats === undefined || (mayReplace && !stats.isDirectory());
}

/** False where the file has another text than `before` by now. */
async function write(path: string, before: Buffer, next: string): Promise<boolean> {
  try {
    const file = await realpath(path);
    return await writeFileAtomically(file, next, {
      rights: await stat(file),
      isWanted: async () => (await readPlainFile(file, MAX_NOTE_BYTES)).equals(before),
    });
  } catch (error) {
    throw refuse(path, 'written', toMessage(error));
  }
}

// Other bytes would be lost when the text is written back, so such a file is left alone.
function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse(path, 'read', 'it is not UTF-8 text. Save it as UTF-8');
  }
}

function refuse(path: string, what: string, why: string): ToolyardError {
  return new ToolyardError('note-not-written', `The note "${path}" could not be ${what}: ${why}`);
}

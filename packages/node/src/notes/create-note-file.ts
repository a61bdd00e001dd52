import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { writeFileAtomically } from '../state/write-file-atomically.ts';

/** A note that is a file. */
export interface NoteFile {
  /** Every character as it is, a byte order mark too. */
  read(): Promise<string>;
  /** Stores what `edit` makes of the text as it is then; `edit` is called again where the file changed meanwhile. */
  update(edit: (text: string) => string): Promise<void>;
  /** Writes a file beside the note, with the rights of the note. */
  attach(name: string, bytes: Uint8Array): Promise<void>;
}

const MOST_TRIES = 50;

/**
 * The note at a path; links are followed. Readers see the old text or the new one at any time, also after a crash. Throws
 * `note-not-written` where the file cannot be written, or is no text in UTF-8.
 */
export function createNoteFile(path: string): NoteFile {
  async function readBytes(): Promise<Buffer> {
    return readFile(path).catch((error: unknown) => {
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
      throw refuse(path, 'written', 'it changes all the time');
    },
    async attach(name, bytes) {
      if (name !== basename(name)) throw refuse(name, 'written', 'it is no name of a file');
      try {
        const note = await realpath(path);
        await writeFileAtomically(join(dirname(note), name), bytes, { rights: await stat(note) });
      } catch (error) {
        throw refuse(name, 'written', toMessage(error));
      }
    },
  };
}

/** False where the file has another text than `before` by now. */
async function write(path: string, before: Buffer, next: string): Promise<boolean> {
  try {
    const file = await realpath(path);
    return await writeFileAtomically(file, next, {
      rights: await stat(file),
      isWanted: async () => (await readFile(file)).equals(before),
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
    throw refuse(path, 'read', 'it is no text in UTF-8. Save it in that encoding');
  }
}

function refuse(path: string, what: string, why: string): ToolyardError {
  return new ToolyardError('note-not-written', `The note "${path}" could not be ${what}: ${why}`);
}

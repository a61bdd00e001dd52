import { stat, type FileHandle } from 'node:fs/promises';
import { toMessage, ToolyardError } from '@toolyard/core';
import { openPlainFile } from '../file/open-plain-file.ts';
import { hasCode } from '../file/has-code.ts';

/** Reads the lines of a file that grows. */
export interface LineReader {
  /** Calls `onLine` for every line completed since the last time. */
  readOn(onLine: (line: string) => void): Promise<void>;
}

/** A file that is open for reading. */
export interface OpenLineReader extends LineReader {
  /** Which file it is, whatever its name is by now. */
  readonly identity: string;
  close(): Promise<void>;
}

const CHUNK_BYTES = 65_536;
/** Logs are moved aside long before they are as long. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/**
 * Opens a file at its beginning, of a very long one near its end; `undefined` where there is none. Rejects with
 * `state-not-read` where something lies there that cannot be read.
 */
export async function openLineReader(file: string): Promise<OpenLineReader | undefined> {
  try {
    const handle = await openPlainFile(file);
    const identity = identify(await handle.stat());
    return { ...createLineReader(handle, MAX_UNREAD_BYTES), identity, close: () => handle.close() };
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    const message = `The log ${file} could not be read: ${toMessage(error)}. Make it readable, or move it away to start over.`;
    throw new ToolyardError('state-not-read', message, { cause: error });
  }
}

/** Which file lies there now; `undefined` where none does. */
export async function identifyFile(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && identify(stats);
}

function identify({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

/**
 * Reads from the beginning of a file that is open; whoever opened it closes it. Where more than `maxUnread` bytes were not
 * read yet, only the lines at the end of them are.
 */
export function createLineReader(handle: FileHandle, maxUnread: number = Infinity): LineReader {
  const buffer = new Uint8Array(CHUNK_BYTES);
  let decoder = new TextDecoder();
  let position = 0;
  /** The pieces of a line that is not complete; `undefined` where its beginning was left out. */
  let rest: string[] | undefined = [];
  let restLength = 0;

  function startAt(place: number): void {
    position = place;
    rest = place === 0 ? [] : undefined;
    restLength = 0;
    decoder = new TextDecoder();
  }

  async function findPlace(): Promise<void> {
    const { size } = await handle.stat();
    // Somebody emptied the file.
    if (size < position) startAt(0);
    if (size - position > maxUnread) startAt(size - maxUnread);
  }

  function take(piece: string): void {
    rest?.push(piece);
    restLength += piece.length;
    if (restLength > maxUnread) rest = undefined;
  }

  return {
    async readOn(onLine) {
      await findPlace();
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        const [first = '', ...others] = decoder.decode(buffer.subarray(0, bytesRead), { stream: true }).split('\n');
        take(first);
        for (const next of others) {
          if (rest !== undefined) onLine(rest.join(''));
          rest = [next];
          restLength = next.length;
        }
      }
    },
  };
}

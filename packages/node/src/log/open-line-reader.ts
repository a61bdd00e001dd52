import { open, stat, type FileHandle } from 'node:fs/promises';

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

/** Opens a file at its beginning; `undefined` where it cannot be opened. */
export async function openLineReader(file: string): Promise<OpenLineReader | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  const identity = identify(await handle.stat());
  return { ...createLineReader(handle), identity, close: () => handle.close() };
}

/** Which file lies there now; `undefined` where none does. */
export async function identifyFile(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && identify(stats);
}

function identify({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

/** Reads from the beginning of a file that is open; whoever opened it closes it. */
export function createLineReader(handle: FileHandle): LineReader {
  const buffer = new Uint8Array(CHUNK_BYTES);
  let decoder = new TextDecoder();
  let position = 0;
  /** The pieces of a line that is not complete. */
  let rest: string[] = [];

  /** Somebody emptied the file. */
  async function startAgainWhereCut(): Promise<void> {
    if ((await handle.stat()).size >= position) return;
    position = 0;
    rest = [];
    decoder = new TextDecoder();
  }

  return {
    async readOn(onLine) {
      await startAgainWhereCut();
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        const [first = '', ...others] = decoder.decode(buffer.subarray(0, bytesRead), { stream: true }).split('\n');
        rest.push(first);
        for (const next of others) {
          onLine(rest.join(''));
          rest = [next];
        }
      }
    },
  };
}

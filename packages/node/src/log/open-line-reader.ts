import { open, stat, type FileHandle } from 'node:fs/promises';

/** Reads the lines of a file that grows. */
export interface LineReader {
  /** Which file it is, whatever its name is by now. */
  readonly identity: string;
  /** Calls `onLine` for every line completed since the last time. */
  readOn(onLine: (line: string) => void): Promise<void>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 65_536;

/** Opens a file at its beginning; `undefined` where it cannot be opened. */
export async function openLineReader(file: string): Promise<LineReader | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  return createReader(handle, identify(await handle.stat()));
}

/** Which file lies there now; `undefined` where none does. */
export async function identifyFile(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && identify(stats);
}

function identify({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

function createReader(handle: FileHandle, identity: string): LineReader {
  const buffer = new Uint8Array(CHUNK_BYTES);
  let decoder = new TextDecoder();
  let position = 0;
  let rest = '';

  /** Somebody emptied the file. */
  async function startAgainWhereCut(): Promise<void> {
    if ((await handle.stat()).size >= position) return;
    position = 0;
    rest = '';
    decoder = new TextDecoder();
  }

  return {
    identity,
    async readOn(onLine) {
      await startAgainWhereCut();
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      }
    },
    close: () => handle.close(),
  };
}

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const MAX_BYTES = 32 * 1024 * 1024;
// A repository is somebody else's: opening a pipe in it must not wait for a writer. Windows has no such flag.
const NO_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file of git's as text; `undefined` where it cannot be read or is no plain file. Of a very long one the end. */
export async function readGitFile(file: string): Promise<string | undefined> {
  const handle = await open(file, NO_WAITING).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return undefined;
    const start = Math.max(0, stats.size - MAX_BYTES);
    const bytes = Buffer.alloc(stats.size - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    // Names and messages may be in any encoding.
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

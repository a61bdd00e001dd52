import { openPlainFile } from '../file/open-plain-file.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** A file of git's as text; `undefined` where it cannot be read or is no plain file. Of a very long one the end. */
export async function readGitFile(file: string): Promise<string | undefined> {
  const handle = await openPlainFile(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - MAX_BYTES);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    // Names and messages may be in any encoding.
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

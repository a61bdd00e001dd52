import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes of a file, or of all files below a folder; `undefined` where there is nothing. Links, and what cannot be read, count as empty. */
export async function measurePath(path: string): Promise<number | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return stats.isFile() ? stats.size : 0;
  const names = await readdir(path).catch(() => []);
  let bytes = 0;
  for (const name of names) bytes += (await measurePath(join(path, name))) ?? 0;
  return bytes;
}

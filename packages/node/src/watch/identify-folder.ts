import { stat } from 'node:fs/promises';

/** What tells a folder, or the one that a link leads to, from any other that ever had its path. */
export async function identifyFolder(folder: string): Promise<string | undefined> {
  const stats = await stat(folder).catch(() => undefined);
  return stats?.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
}

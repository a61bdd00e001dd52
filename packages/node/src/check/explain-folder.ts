import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why nothing can be written into a folder, which may still have to be made; `undefined` where it can. */
export async function explainFolder(folder: string): Promise<string | undefined> {
  const stats = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code);
  if (stats === 'ENOENT' && dirname(folder) !== folder) return explainFolder(dirname(folder));
  if (stats === 'ENOTDIR') return explainFolder(dirname(folder));
  if (typeof stats !== 'object') return `${folder} cannot be read (${stats ?? 'no reason given'})`;
  if (!stats.isDirectory()) return `${folder} is not a folder`;
  return await access(folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    () => `${folder} is not writable`,
  );
}

import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The topmost folder that has to be made for a file; `undefined` where all of them are there. */
export function findMissingFolder(file: string): string | undefined {
  let missing: string | undefined;
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing = folder;
  return missing;
}

/** Removes the folders of a file that is gone, up to the one given, as far as they are empty; gives the one that stays. */
export async function removeFolders(file: string, topmost: string): Promise<string | undefined> {
  for (let folder = dirname(file); folder.length >= topmost.length; folder = dirname(folder)) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => !existsSync(folder),
    );
    if (!isGone) return folder;
  }
  return undefined;
}

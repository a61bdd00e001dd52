import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

/** Writes the bytes under the name, or under the name with a number where that is taken; gives the path. */
export async function writeNewFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? `${stem}${ext}` : `${stem}-${number}${ext}`);
    try {
      await writeFile(path, bytes, { flag: 'wx' });
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

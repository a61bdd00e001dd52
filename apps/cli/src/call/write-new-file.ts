import { join, parse } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { createWholeFile } from '@toolyard/node';

/** Writes the bytes under the name, or under the name with a number where that is taken; gives the path. Rejects with `file-not-written`. */
export async function writeNewFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? `${stem}${ext}` : `${stem}-${number}${ext}`);
    try {
      await createWholeFile(path, bytes);
      return path;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new ToolyardError('file-not-written', `${path} was not written: ${toMessage(error)}.`, { cause: error });
    }
  }
}

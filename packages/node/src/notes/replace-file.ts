import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const NEW_FILE_MODE = 0o644;

/**
 * Puts a file in the place of the one at `path`, with the rights of that; readers see the old bytes or the new ones, also
 * after a crash. `isWanted` is asked last; false where it says no, and then nothing has changed.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  isWanted: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const mode = await stat(path).then(
    (found) => found.mode & 0o7777,
    () => NEW_FILE_MODE,
  );
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeNew(temporary, bytes, mode);
    if (await isWanted()) {
      await rename(temporary, path);
      return true;
    }
    await rm(temporary, { force: true });
    return false;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeNew(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

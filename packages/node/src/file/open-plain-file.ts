import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** The flag with which neither opening nor using a pipe waits for its other end; Windows has none. */
export const NO_WAITING: number = constants.O_NONBLOCK ?? 0;

/** Opens a file for reading and waits for nobody; rejects with `EISDIR` for a folder and `EINVAL` for a pipe or a device. */
export async function openPlainFile(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | NO_WAITING);
  try {
    checkPlain(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same at once, as the number of a file. */
export function openPlainFileSync(file: string): number {
  const fd = openSync(file, constants.O_RDONLY | NO_WAITING);
  try {
    checkPlain(fstatSync(fd));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** What is no plain file may never end, or never begin. */
function checkPlain(stats: Stats): void {
  if (stats.isDirectory()) throw refuseFile('EISDIR', 'it is a folder');
  if (!stats.isFile()) throw refuseFile('EINVAL', 'it is not a plain file');
}

/** An error like those of the system, with a message that follows "cannot be read:". */
export function refuseFile(code: 'EISDIR' | 'EINVAL' | 'EFBIG', reason: string): Error {
  return Object.assign(new Error(reason), { code });
}

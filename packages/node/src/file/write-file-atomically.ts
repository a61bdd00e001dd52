import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Whose a file is, and who may use it. */
export interface FileRights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** How a file is written. */
export interface AtomicWrite {
  /** Where absent, the file is for the user alone. */
  readonly rights?: FileRights;
  /** Asked in the last moment, when everything is ready. */
  readonly isWanted?: () => Promise<boolean>;
}

/**
 * Writes a file so that readers see the old content or the new one, also after a crash; makes its folder, for the user
 * alone, where needed. False where it was not wanted any more, and then nothing has changed.
 */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array,
  { rights, isWanted }: AtomicWrite = {},
): Promise<boolean> {
  const folder = dirname(file);
  makeFolder(folder);
  const temporary = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeNew(temporary, content, rights);
    if ((await isWanted?.()) === false) {
      await rm(temporary, { force: true });
      return false;
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
  return true;
}

async function writeNew(file: string, content: string | Uint8Array, rights: FileRights | undefined): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    if (rights !== undefined) {
      // Only the superuser can give a file away; for others it is theirs already.
      await handle.chown(rights.uid, rights.gid).catch(() => undefined);
      await handle.chmod(rights.mode & 0o7777);
    }
    await handle.writeFile(content, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name last through a loss of power; Windows has no such call, and the text is safe without it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The same at once, for whoever cannot wait for a thread. */
export function syncFolderNow(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // As above, the text is safe without it.
  }
}

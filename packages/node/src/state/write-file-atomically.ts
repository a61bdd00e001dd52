import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Whose a file is, and who may use it. */
export interface FileRights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Writes a file so that readers see the old text or the new one, also after a crash; makes its folder where needed.
 * Both are for the user alone, unless the file gets rights of its own.
 */
export async function writeFileAtomically(file: string, text: string, rights?: FileRights): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeNew(temporary, text, rights);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeNew(file: string, text: string, rights: FileRights | undefined): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    if (rights !== undefined) {
      // Only the superuser can give a file away; for others it is theirs already.
      await handle.chown(rights.uid, rights.gid).catch(() => undefined);
      await handle.chmod(rights.mode & 0o7777);
    }
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name last through a loss of power; Windows has no such call, and the text is safe without it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

import { open, rm } from 'node:fs/promises';

/** Makes a file with this content, whole or not at all; rejects with `EEXIST` where there is one, which is left alone. */
export async function createWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(content);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

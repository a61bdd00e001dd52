import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock, type Host } from '@toolyard/host';
import { createFolder } from '../../src/folder/create-folder.ts';
import type { FolderOptions } from '../../src/folder/folder-options.ts';
import type { Folder } from '../../src/folder/folder.ts';

/** Opens a folder as the extension does, in any process; `home` is where everything is kept that is not in the folder. */
export function openDiskFolder(
  { home, path }: { readonly home: string; readonly path: string },
  changes: Partial<FolderOptions> = {},
): Folder {
  return createFolder({
    name: 'work',
    path,
    host: createDiskHost(home, path),
    askingHost: { ...createDiskHost(home, path), approve: async () => true },
    files: { read: readText, write: writeText },
    shown: { write: () => undefined },
    isTrusted: true,
    settings: { hooksEnabled: true, sources: [] },
    ...changes,
  });
}

/** What runs in such a folder; it asks nobody. */
export function createDiskHost(home: string, cwd: string): Host {
  const env = { PATH: process.env['PATH'], TOOLYARD_STATE_DIR: join(home, 'state'), GIT_CONFIG_NOSYSTEM: '1' };
  return {
    surroundings: { env, cwd, homeDir: home, platform: process.platform, userId: process.getuid?.() ?? 0 },
    info: { name: 'a test', version: '1.0.0' },
    clock: systemClock,
    notify: () => undefined,
  };
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

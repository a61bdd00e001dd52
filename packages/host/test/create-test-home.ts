import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Surroundings } from '../src/surroundings/surroundings.ts';

/** A home folder with a workspace in it, until the end of the test. */
export interface TestHome {
  readonly folder: string;
  /** Seen from the workspace. */
  readonly surroundings: Surroundings;
  /** Writes a file below the home folder, an object as JSON; gives its path. */
  write(path: string, content: unknown): Promise<string>;
}

/** An empty home; `env` is all that is set. */
export async function createTestHome(env: Readonly<Record<string, string>> = {}): Promise<TestHome> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-home-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const workspace = join(folder, 'work');
  await mkdir(workspace);
  return {
    folder,
    surroundings: { env, cwd: workspace, homeDir: folder, platform: 'linux', userId: 1 },
    async write(path, content) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
  };
}

import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Surroundings } from '@toolyard/host';

/** A home with an empty project in it; gives its real path. */
export async function makeDoctorHome(): Promise<string> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  await mkdir(join(home, 'project'));
  return home;
}

/** What the doctor sees who is called in the project of a home. */
export function surroundingsIn(home: string, env: Readonly<Record<string, string>> = {}): Surroundings {
  return {
    env: { PATH: dirname(process.execPath), SHELL: '/bin/sh', HOME: home, ...env },
    cwd: join(home, 'project'),
    homeDir: home,
    platform: 'linux',
    userId: process.getuid?.() ?? 0,
  };
}

/** Writes a file of the user's below a home, and gives its path. */
export async function writeIn(home: string, name: string, text: string | object): Promise<string> {
  const file = join(home, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof text === 'string' ? text : JSON.stringify(text), { mode: 0o600 });
  return file;
}

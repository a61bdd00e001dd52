import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where git keeps things for a folder. */
export interface GitPlace {
  /** The root of the working tree. */
  readonly top: string;
  /** What belongs to this working tree, such as `index.lock`. */
  readonly folder: string;
  /** What all working trees of the repository share, such as `info/exclude`. */
  readonly common: string;
}

/** Finds the repository that a folder lies in, without git; nothing where there is none. */
export async function findGit(start: string): Promise<GitPlace | undefined> {
  for (let top = resolve(start); ; top = dirname(top)) {
    const folder = await readGitFolder(join(top, '.git'));
    if (folder !== undefined) return { top, folder, common: await readCommonFolder(folder) };
    if (dirname(top) === top) return undefined;
  }
}

/** `.git` is a folder, or in a further working tree and in a submodule a file that names one. */
async function readGitFolder(place: string): Promise<string | undefined> {
  const stats = await lstat(place).catch(() => undefined);
  if (stats?.isDirectory()) return place;
  if (!stats?.isFile()) return undefined;
  const text = await readFile(place, 'utf8').catch(() => '');
  const target = /^gitdir: (.+?)\r?\n?$/.exec(text)?.[1];
  return target === undefined ? undefined : resolve(dirname(place), target);
}

async function readCommonFolder(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'commondir'), 'utf8').catch(() => '');
  return resolve(folder, text.trim());
}

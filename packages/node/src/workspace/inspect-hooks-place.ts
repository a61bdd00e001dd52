import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from './is-inside.ts';

/** What a folder has for hooks. */
export interface HooksPlace {
  /** The one file to use. */
  readonly file?: string;
  /** Why there is a file that is not used, for people. */
  readonly problem?: string;
}

const NAMES = ['hooks.json', 'hooks.yaml', 'hooks.yml'];

/**
 * Finds the file of hooks in a folder. One that belongs to another user is not used, nor one that lies outside of `root`
 * behind a link: whoever can write there would decide what runs here.
 */
export async function inspectHooksPlace(folder: string, root?: string): Promise<HooksPlace> {
  const [file, second] = await findPresent(folder);
  if (file === undefined) return {};
  if (second !== undefined) {
    return { problem: `Both ${file} and ${second} are there, so neither is used. Keep one of them.` };
  }
  const problem = await explainDistrust(file, root);
  return problem === undefined ? { file } : { problem: `${file} is not used: ${problem}.` };
}

async function findPresent(folder: string): Promise<string[]> {
  const files = NAMES.map((name) => join(folder, name));
  const present = await Promise.all(
    files.map((file) =>
      lstat(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return files.filter((_, index) => present[index]);
}

async function explainDistrust(file: string, root: string | undefined): Promise<string | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return 'it is a link to nothing';
  if (root !== undefined && !isInside(await realpath(root), real)) {
    return `a link leads out of the workspace, to ${real}. Put the file itself there`;
  }
  for (const place of [dirname(file), file]) {
    const { uid } = await stat(place);
    if (isForeign(uid)) return `${place} belongs to another user (${uid}). Make it yours to use it`;
  }
  return undefined;
}

/** The superuser could change everything anyway; Windows has no such numbers. */
function isForeign(uid: number): boolean {
  const own = process.getuid?.();
  return own !== undefined && uid !== own && uid !== 0;
}

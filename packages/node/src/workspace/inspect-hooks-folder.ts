import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explainDistrust } from '../file/explain-distrust.ts';
import { isInside } from '../file/is-inside.ts';

/** What a folder has for hooks. */
export interface HooksFolder {
  /** The one file to use. */
  readonly file?: string;
  /** Why there is a file that is not used, for people. */
  readonly problem?: string;
}

const NAMES = ['hooks.json', 'hooks.yaml', 'hooks.yml'];

/**
 * Finds the file of hooks in a folder. One that belongs to another user is not used, nor one that lies outside of `root`
 * behind a link, nor, without a `root`, one that others can write to: they would decide what runs here.
 */
export async function inspectHooksFolder(folder: string, root?: string): Promise<HooksFolder> {
  const [file, second] = await findPresent(folder);
  if (file === undefined) return {};
  if (second !== undefined) {
    return { problem: `Both ${file} and ${second} exist, so neither is used. Keep one of them.` };
  }
  const problem = await explainProblem(file, root);
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

async function explainProblem(file: string, root: string | undefined): Promise<string | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return 'it is a link to nothing';
  if (root !== undefined && !isInside(await realpath(root), real)) {
    return `a link leads out of the workspace, to ${real}. Put the file itself there`;
  }
  // Hooks of a workspace need an approval; the user's own do not.
  const writers = root === undefined ? 'own-group' : 'anybody';
  return explainDistrust(dirname(file), writers) ?? explainDistrust(file, writers);
}

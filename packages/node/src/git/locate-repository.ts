import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readGitFile } from './read-git-file.ts';

/** Where a repository is; all paths are absolute. */
export interface GitRepository {
  /** The folder that has the `.git`. */
  readonly root: string;
  /** HEAD, the index and the locks of this worktree. */
  readonly gitDir: string;
  /** What all worktrees share: branches, remotes and their logs. */
  readonly commonDir: string;
}

/**
 * Finds the repository that a folder belongs to by reading files alone; `undefined` where there is none. A folder that merely looks like the inside
 * of a repository is none, since anybody can put one into a tree.
 */
export async function locateRepository(folder: string): Promise<GitRepository | undefined> {
  let root = await realpath(folder).catch(() => resolve(folder));
  for (;;) {
    const gitDir = await findGitDir(root);
    if (gitDir !== undefined) return { root, gitDir, commonDir: await findCommonDir(gitDir) };
    const parent = dirname(root);
    if (parent === root) return undefined;
    root = parent;
  }
}

async function findGitDir(root: string): Promise<string | undefined> {
  const entry = join(root, '.git');
  const stats = await stat(entry).catch(() => undefined);
  if (stats?.isDirectory() === true) return (await hasHead(entry)) ? entry : undefined;
  // Linked worktrees and submodules have a file that says where.
  const target =
    stats?.isFile() === true ? /^gitdir: (.+)$/.exec(((await readGitFile(entry)) ?? '').trimEnd())?.[1] : undefined;
  if (target === undefined) return undefined;
  const gitDir = resolve(root, target);
  return (await hasHead(gitDir)) ? gitDir : undefined;
}

async function findCommonDir(gitDir: string): Promise<string> {
  const target = (await readGitFile(join(gitDir, 'commondir')))?.trim();
  return target === undefined || target === '' ? gitDir : resolve(gitDir, target);
}

async function hasHead(gitDir: string): Promise<boolean> {
  return (await readGitFile(join(gitDir, 'HEAD'))) !== undefined;
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from './locate-repository.ts';
import { readGitHead } from './read-git-head.ts';

/** A text that is another one whenever HEAD, its log or a remote branch has changed, at the cost of a few looks at files. */
export async function stampGit(repository: GitRepository, folders: ReadonlySet<string>): Promise<string> {
  const { gitDir } = repository;
  const head = await readGitHead(repository);
  // Every update of a branch puts a file in its folder. The folder of HEAD itself sees too much, such as each new index.
  const remotes = [...folders].filter((folder) => folder !== gitDir && folder !== join(gitDir, 'logs'));
  const stamps = await Promise.all([join(gitDir, 'logs', 'HEAD'), ...remotes].map(stampFile));
  return JSON.stringify([head, ...stamps]);
}

async function stampFile(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  return stats === undefined ? `${file} -` : `${file} ${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

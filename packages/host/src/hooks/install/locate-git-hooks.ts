import { lstat, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { isInside, locateRepository, runGit, type GitRepository } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/** Where git looks for the hooks of a workspace's repository. */
export interface GitHooksPlace {
  /** Absolute; it may not be there yet. */
  readonly folder: string;
  /** The workspace as seen from the root of the repository, with `/`; `.` where it is the root. */
  readonly workspace: string;
  /** Files in the folder are part of the project, and would be committed. */
  readonly isTracked: boolean;
}

/** Finds the folder of the hooks; throws `usage` where there is none that could be written to without harm. */
export async function locateGitHooks({ env }: Pick<Surroundings, 'env'>, workspace: string): Promise<GitHooksPlace> {
  const repository = await locateRepository(workspace);
  if (repository === undefined) throw refuse(await explainNoRepository(env, workspace));
  const place = relative(repository.root, workspace).split(sep).join('/') || '.';
  // Each workspace has a line in a script of the shell, and nothing but its name may stand there.
  if (/[\r\n]/.test(place)) {
    throw refuse(`${JSON.stringify(workspace)} has a line break in its name. Rename the folder, then try again.`);
  }
  const folder = await findFolder(env, repository);
  const stats = await lstat(await realpath(folder).catch(() => folder)).catch(() => undefined);
  if (stats !== undefined && !stats.isDirectory()) {
    throw refuse(`git looks for hooks in ${folder}, which is not a folder. Change core.hooksPath, then try again.`);
  }
  return {
    folder,
    workspace: place,
    isTracked: await isTracked(env, repository, folder),
  };
}

async function explainNoRepository(env: Surroundings['env'], workspace: string): Promise<string> {
  const bare = await runGit(workspace, env, ['rev-parse', '--is-bare-repository']);
  if (bare?.code === 0 && bare.stdout.trim() === 'true') {
    return `${workspace} is a bare repository, where nobody commits. Run this in a clone or a worktree.`;
  }
  return `${workspace} is not in a git repository. Give the folder of the workspace with --workspace, or run "git init" for a new repository.`;
}

/** The one that git itself would use, wherever `core.hooksPath` says it is. */
async function findFolder(env: Surroundings['env'], { root, commonDir }: GitRepository): Promise<string> {
  const asked = await runGit(root, env, ['config', '--show-scope', '--path', '--get', 'core.hooksPath']);
  if (asked === undefined) throw refuse('git was not found, or did not answer. Install git, or add it to PATH.');
  if (asked.code > 1) throw refuse(`git could not read its configuration in ${root}: ${asked.stderr.trim()}`);
  const [scope = '', path = ''] = asked.stdout.trimEnd().split('\t');
  if (path === '') return join(commonDir, 'hooks');
  if (scope === 'local' || scope === 'worktree') return resolve(root, path);
  throw refuse(
    `core.hooksPath is ${path} for all your repositories, so hooks that are installed there would run in each of them. ` +
      'Run "git config core.hooksPath .git/hooks" to give this repository hooks of its own, then try again.',
  );
}

async function isTracked(env: Surroundings['env'], repository: GitRepository, folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  if (!isInside(repository.root, real) || isInside(repository.commonDir, real)) return false;
  const listed = await runGit(repository.root, env, ['ls-files', '--', real]);
  // What git cannot tell in time is better asked about.
  return listed === undefined || listed.stdout !== '';
}

function refuse(message: string): ToolyardError {
  return new ToolyardError('usage', message);
}

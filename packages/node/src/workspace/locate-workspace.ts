import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { locateRepository } from '../git/locate-repository.ts';
import { inspectHooksFolder } from './inspect-hooks-folder.ts';
import { isInside } from '../file/is-inside.ts';

/** The folder whose hooks count. */
export interface LocatedWorkspace {
  /** Absolute, without links. */
  readonly folder: string;
  /** Sentences about files of hooks on the way that are not used. */
  readonly problems: readonly string[];
}

/** The name of the folder in a workspace that has its hooks. */
export const WORKSPACE_FOLDER = '.toolyard';

/**
 * The nearest folder upwards that has hooks, else the root of the git repository, else the folder itself. Who is in their
 * home never gets a folder above it.
 */
export async function locateWorkspace(cwd: string, homeDir: string): Promise<LocatedWorkspace> {
  const start = await toReal(cwd);
  const home = await toReal(homeDir);
  const isAllowed = (folder: string): boolean => !isInside(home, start) || isInside(home, folder);
  const problems: string[] = [];
  for (const folder of listUpwards(start).filter(isAllowed)) {
    const { file, problem } = await inspectHooksFolder(join(folder, WORKSPACE_FOLDER), folder);
    if (problem !== undefined) problems.push(problem);
    if (file !== undefined) return { folder, problems };
  }
  const repository = await locateRepository(start);
  return { folder: repository !== undefined && isAllowed(repository.root) ? repository.root : start, problems };
}

async function toReal(folder: string): Promise<string> {
  return realpath(folder).catch(() => resolve(folder));
}

function listUpwards(start: string): string[] {
  const folders = [start];
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder));
  return folders;
}

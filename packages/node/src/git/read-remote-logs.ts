import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from './locate-repository.ts';
import { readGitFile } from './read-git-file.ts';

/** A reflog, and by what one knows that it did not change. */
export interface GitLog {
  readonly lines: readonly string[];
  readonly stamp: string;
}

const MAX_DEPTH = 20;

/** The reflogs of the remote branches by name, such as `origin/main`; those that are as they were are not read again. */
export async function readRemoteLogs(
  { commonDir }: GitRepository,
  known: ReadonlyMap<string, GitLog>,
): Promise<Map<string, GitLog>> {
  const top = join(commonDir, 'logs', 'refs', 'remotes');
  const logs = new Map<string, GitLog>();
  for (const name of (await listFiles(top, '', MAX_DEPTH)).toSorted()) {
    const log = await readGitLog(join(top, name), known.get(name));
    if (log !== undefined) logs.set(name, log);
  }
  return logs;
}

/** A reflog; `known` where nothing was written to it since, `undefined` where there is none. */
export async function readGitLog(file: string, known: GitLog | undefined): Promise<GitLog | undefined> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return undefined;
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
  if (stamp === known?.stamp) return known;
  const text = await readGitFile(file);
  return text === undefined ? undefined : { lines: toLines(text), stamp };
}

/** The whole lines; one that is being written has no end yet. */
function toLines(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

/** The files below a folder, as paths with `/`; links are not followed. */
async function listFiles(folder: string, prefix: string, depth: number): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries) {
    const name = prefix + entry.name;
    if (entry.isFile()) files.push(name);
    if (entry.isDirectory() && depth > 0) files.push(...(await listFiles(folder, `${name}/`, depth - 1)));
  }
  return files;
}

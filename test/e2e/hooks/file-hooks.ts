import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { noteHook, type Workspace } from './create-workspace.ts';
import { noteRun } from './watch-hooks.ts';

const ON = { paths: ['src/**'] };
/** One hook for each thing that can happen to a file, so that it shows which of them did. */
export const ALL: readonly object[] = [
  noteHook('saved', { event: 'file.saved', ...ON }, 'saved {path}'),
  noteHook('created', { event: 'file.created', ...ON }, 'created {path}'),
  noteHook('deleted', { event: 'file.deleted', ...ON }, 'deleted {path}'),
  noteHook('renamed', { event: 'file.renamed', ...ON }, 'renamed {oldPath} to {path}'),
];

/** Files that are there before anything watches. */
export function seed(workspace: Workspace, ...paths: readonly string[]): void {
  for (const path of paths) workspace.write(path, `${path}, first`);
}

/** Renames a file or a folder. */
export function rename({ folder }: Workspace, from: string, to: string): void {
  renameSync(join(folder, from), join(folder, to));
}

/** The run that gave such a text, as it has to stand in the log. */
export function runOf(workspace: Workspace, text: string): object {
  const [, hook = '', oldPath, path] = /^(\w+) (?:(.+) to )?(.+)$/.exec(text) ?? [];
  const context = oldPath === undefined ? { path } : { path, oldPath };
  return noteRun(workspace, { hook, name: `file.${hook}`, context, text });
}

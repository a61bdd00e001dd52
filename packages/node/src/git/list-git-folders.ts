import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from './locate-repository.ts';

const MAX_FOLDERS = 20_000;

/** The folders in which something happens whenever HEAD, its log or a remote branch changes. */
export async function listGitFolders({ gitDir, commonDir }: GitRepository): Promise<Set<string>> {
  const folders = new Set([gitDir, join(gitDir, 'logs')]);
  // A set can grow while it is walked through, so folders below are visited too.
  const remotes = new Set([join(commonDir, 'refs', 'remotes')]);
  for (const folder of remotes) {
    if (folders.size >= MAX_FOLDERS) break;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) continue;
    folders.add(folder);
    for (const entry of entries) if (entry.isDirectory()) remotes.add(join(folder, entry.name));
  }
  return folders;
}

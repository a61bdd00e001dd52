import { join } from 'node:path';
import { stateFolderOf } from './state-folder-of.ts';

/** The folder for the journal and the log of a workspace, known by its real path; nothing is made. */
export async function hooksFolderOf(stateDir: string, workspace: string): Promise<string> {
  return stateFolderOf(join(stateDir, 'hooks'), workspace);
}

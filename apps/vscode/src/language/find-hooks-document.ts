import { basename, dirname, join } from 'node:path';
import type { Folder, Folders } from '../folder/folder.ts';
import type { HooksText } from './hooks-text.ts';

/** A hooks file that is open in the editor. */
export interface HooksDocument {
  readonly folder: Folder;
  readonly format: HooksText['format'];
  /** The path that the folder has it by, which is the real one also where the editor went through a symbolic link. */
  readonly file: string;
}

/** The folder that a file is the hooks file of, in whatever format; the user's file belongs to the first folder that uses it. */
export function findHooksDocument(folders: Folders, file: string): HooksDocument | undefined {
  const stem = stemOf(file);
  if (stem === undefined) return undefined;
  const format = /\.ya?ml$/i.test(file) ? 'yaml' : 'json';
  for (const folder of folders.list()) {
    const { workspace, user } = folder.state().files;
    if (stem === stemOf(workspace.file) || stem === stemOf(user.file)) return { folder, format, file };
    const isLinked = workspace.file !== '' && stem === stemOf(join(folder.path, '.toolyard', 'hooks.json'));
    if (isLinked) return { folder, format, file: join(dirname(workspace.file), basename(file)) };
  }
  return undefined;
}

/** The path without its ending; on Windows an editor and a program may write the same path in two ways. */
function stemOf(file: string): string | undefined {
  const [, stem] = /^(.*[\\/]hooks)\.(?:json|ya?ml)$/i.exec(file) ?? [];
  return stem === undefined || !/^[a-z]:/i.test(stem) ? stem : stem.replaceAll('\\', '/').toLowerCase();
}

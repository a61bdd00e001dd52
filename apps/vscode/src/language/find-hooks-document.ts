import type { Folder, Folders } from '../folder/folder.ts';
import type { HooksText } from './hooks-text.ts';

/** A hooks file that is open in the editor. */
export interface HooksDocument {
  readonly folder: Folder;
  readonly format: HooksText['format'];
}

/** The folder that a file is the hooks file of, in whatever format; the user's file belongs to the first folder that uses it. */
export function findHooksDocument(folders: Folders, file: string): HooksDocument | undefined {
  const stem = stemOf(file);
  if (stem === undefined) return undefined;
  const folder = folders.list().find((each) => {
    const { workspace, user } = each.state().files;
    return stem === stemOf(workspace.file) || stem === stemOf(user.file);
  });
  return folder && { folder, format: /\.ya?ml$/i.test(file) ? 'yaml' : 'json' };
}

/** The path without its ending; on Windows an editor and a program may write the same path in two ways. */
function stemOf(file: string): string | undefined {
  const [, stem] = /^(.*[\\/]hooks)\.(?:json|ya?ml)$/i.exec(file) ?? [];
  return stem === undefined || !/^[a-z]:/i.test(stem) ? stem : stem.replaceAll('\\', '/').toLowerCase();
}

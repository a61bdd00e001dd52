import { ToolyardError } from '@toolyard/core';
import type { Folder } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import type { Subject } from '../rows/row.ts';
import type { CommandParts } from './command-table.ts';
import { NO_FOLDER, tellObstacle } from './tell-obstacle.ts';

/** The folder that a command is about: that of its subject, the only one, or one that a person picks; `undefined` where they leave, or where none is open. */
export async function chooseFolder(
  parts: Pick<CommandParts, 'folders' | 'later'> & { readonly editor: Pick<Editor, 'pick' | 'notify' | 'execute'> },
  subject: Subject | undefined,
  title: string,
): Promise<Folder | undefined> {
  const all = parts.folders.list();
  const [first, ...others] = all;
  if (first === undefined) {
    tellObstacle(parts, NO_FOLDER);
    return undefined;
  }
  if (subject !== undefined && 'folder' in subject) return findFolder(all, subject.folder);
  if (others.length === 0) return first;
  const choices = all.map((folder) => ({ label: folder.name, description: folder.path, value: folder }));
  return parts.editor.pick(choices, { title, placeholder: 'Which folder?' });
}

/** The folder with this path; throws `usage` where the window does not have it any more. */
export function findFolder(folders: readonly Folder[], path: string): Folder {
  const folder = folders.find((each) => each.path === path);
  if (folder === undefined) throw new ToolyardError('usage', `The folder ${path} is not open in this window any more.`);
  return folder;
}

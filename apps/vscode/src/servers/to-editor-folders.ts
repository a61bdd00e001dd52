import { basename, dirname } from 'node:path';
import type { EditorFolders } from '@toolyard/host';

/** Where the editor keeps the user's files, told by the folder that it gives the extension: `User/globalStorage/ID`, or the same in a profile. */
export function toEditorFolders(globalStorage: string): EditorFolders | undefined {
  const storage = dirname(globalStorage);
  if (basename(storage) !== 'globalStorage') return undefined;
  const holder = dirname(storage);
  const profiles = dirname(holder);
  return basename(profiles) === 'profiles' ? { user: dirname(profiles), profile: holder } : { user: holder };
}

import { readOwnFile, type OwnFile } from '@toolyard/host';
import type { Folder } from '../../folder/folder.ts';
import type { Editor } from '../../ports/editor.ts';
import type { ServerAccess } from '../server-parts.ts';

/** Asks which file new servers go to, where there is a choice; `undefined` where the person leaves. */
export async function chooseOwnFile(
  editor: Pick<Editor, 'pick'>,
  folder: Folder,
  { host: { surroundings }, named }: ServerAccess,
): Promise<OwnFile | undefined> {
  const current = await readOwnFile(surroundings, named);
  // A file that a person named in the settings or in a variable is the only one that counts.
  if (named.config !== undefined || named.found !== undefined || current.kind === 'environment') return current;
  const ofFolder = await readOwnFile(surroundings, { place: 'folder' });
  const ofUser = await readOwnFile(surroundings, { place: 'user' });
  const place = await editor.pick(
    [
      {
        label: 'This Folder',
        description: ofFolder.file,
        detail: describeFolderFile(folder, ofFolder, ofUser),
        value: ofFolder,
      },
      {
        label: 'All Folders',
        description: ofUser.file,
        detail:
          ofFolder.text === undefined
            ? 'For you alone, in every folder without a file of its own.'
            : `${folder.name} has a file of its own, so the server would not be used there.`,
        value: ofUser,
      },
    ],
    { title: 'Add Server: Which file?' },
  );
  return place;
}

function describeFolderFile({ name }: Folder, ofFolder: OwnFile, ofUser: OwnFile): string {
  if (ofFolder.text !== undefined) return `For everybody who works in ${name}.`;
  return ofUser.text === undefined
    ? `A new file, for everybody who works in ${name}.`
    : `A new file, which counts in ${name} instead of your own.`;
}

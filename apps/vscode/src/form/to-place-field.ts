import type { Folder } from '../folder/folder.ts';
import type { DraftPlace } from './hook-draft.ts';
import type { ShownChoiceField } from './protocol.ts';

/** The field that says in which file a new hook is put. */
export const PLACE_KEY = 'place';

/** That field, with a choice for the file of each folder, and one for the user's own. */
export function toPlaceField(
  place: DraftPlace,
  {
    folders,
    isReadOnly,
  }: { readonly folders: readonly Pick<Folder, 'name' | 'path' | 'state'>[]; readonly isReadOnly: boolean },
): ShownChoiceField {
  const current = folders.find(({ path }) => path === place.folder);
  const own = folders.map((folder) => ({
    value: toPlaceValue({ folder: folder.path, source: 'workspace' }),
    label: folders.length > 1 ? `The folder "${folder.name}"` : 'This folder',
    about: folder.state().files.workspace.file,
  }));
  const user = { value: toPlaceValue({ folder: place.folder, source: 'user' }), label: 'All of your folders' };
  return {
    key: PLACE_KEY,
    label: 'For',
    about: isReadOnly
      ? 'A hook stays in its file.'
      : 'Hooks of a folder are shared with it; those for all folders are yours.',
    kind: 'choice',
    value: toPlaceValue(place),
    choices: [...own, current === undefined ? user : { ...user, about: current.state().files.user.file }],
    isRequired: true,
    isReadOnly,
    problems: [],
  };
}

function toPlaceValue({ folder, source }: DraftPlace): string {
  return `${source}:${folder}`;
}

/** The place that a value of the field means, where there is such a folder. */
export function fromPlaceValue(value: string, folders: readonly Pick<Folder, 'path'>[]): DraftPlace | undefined {
  for (const { path } of folders) {
    for (const source of ['workspace', 'user'] as const) {
      if (toPlaceValue({ folder: path, source }) === value) return { folder: path, source };
    }
  }
  return undefined;
}

import type { Folder, Folders } from '../folder/folder.ts';

/** What is known about where something happened. */
export interface Whereabouts {
  /** The folder that it is declared in. */
  readonly scope?: string | undefined;
  /** The folder that it ran in. */
  readonly cwd?: string | undefined;
  /** The file that the person works on. */
  readonly active?: string | undefined;
}

/**
 * The folder whose hooks hear of a task: the one that it is declared in; of a task of the whole workspace or of the user the one that it
 * runs in, else that of the file in the active editor, else the first.
 */
export function chooseTaskFolder(
  folders: Pick<Folders, 'list' | 'of'>,
  { scope, cwd, active }: Whereabouts,
): Folder | undefined {
  if (scope !== undefined) return folders.of(scope);
  const found = [cwd, active].map((place) => (place === undefined ? undefined : folders.of(place)));
  return found.find((folder) => folder !== undefined) ?? folders.list()[0];
}

/** The folder whose hooks hear of a command in a terminal: the one that it ran in; where nobody knows that, the only one. */
export function chooseTerminalFolder(
  folders: Pick<Folders, 'list' | 'of'>,
  { cwd }: Pick<Whereabouts, 'cwd'>,
): Folder | undefined {
  if (cwd !== undefined) return folders.of(cwd);
  const [first, ...others] = folders.list();
  return others.length === 0 ? first : undefined;
}

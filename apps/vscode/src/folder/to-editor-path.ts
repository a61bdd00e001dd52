import { isAbsolute, join, relative, sep } from 'node:path';

/** A folder of the window; `real` is another path where there is a symbolic link on the way to it. */
export interface EditorRoot {
  readonly path: string;
  readonly real: string;
}

/** A file by the path that the editor knows it by: hooks are read by real paths, and under another one the same file would be opened twice. */
export function toEditorPath(file: string, roots: readonly EditorRoot[]): string {
  if (roots.some(({ path }) => isInside(path, file))) return file;
  const root = roots.find(({ real }) => isInside(real, file));
  return root === undefined ? file : join(root.path, relative(root.real, file));
}

/** Whether a file lies in a folder, or is that folder; both are absolute. */
export function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

import { join, relative } from 'node:path';
import { isInside } from '@toolyard/node';

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

import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder itself or lies somewhere in it; both are absolute, and links are not looked at. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

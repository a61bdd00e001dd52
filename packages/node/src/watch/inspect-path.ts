import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { toMessage, type FileStamp } from '@toolyard/core';
import { hasCode } from '../file/has-code.ts';
import { toFileStamp } from './file-stamp.ts';

/** What lies at a path; `unknown` where the system does not say. */
export type PathState =
  | { readonly kind: 'file'; readonly stamp: FileStamp }
  /** `identity` is another one for every folder that ever had this path. */
  | { readonly kind: 'folder'; readonly identity: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string };

const NONE: PathState = { kind: 'none' };
const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

/** Whether an error of the file system says that nothing lies there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, ...MISSING);
}

/**
 * Looks at one path of a tree. A link counts as a file where it leads to one inside the tree, with the stamp of the link
 * itself; links to folders are never followed, and pipes and sockets count as nothing. It does not wait for another
 * thread, since that costs several times what the system takes to answer; who asks for many paths paces itself.
 */
export function inspectPath(root: string, path: string): PathState {
  try {
    const place = join(root, path);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return NONE;
    if (stats.isDirectory()) return { kind: 'folder', identity: `${stats.dev}:${stats.ino}` };
    const isFile = stats.isFile() || (stats.isSymbolicLink() && leadsToFile(root, place));
    return isFile ? { kind: 'file', stamp: toFileStamp(stats) } : NONE;
  } catch (error) {
    return isMissing(error) ? NONE : { kind: 'unknown', reason: toMessage(error) };
  }
}

function leadsToFile(root: string, link: string): boolean {
  const target = realpathSync(link);
  const realRoot = realpathSync(root);
  const folder = realRoot.endsWith(sep) ? realRoot : realRoot + sep;
  return target.startsWith(folder) && statSync(target).isFile();
}

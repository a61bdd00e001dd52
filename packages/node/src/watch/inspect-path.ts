import { lstat, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { toFileStamp, type FileStamp } from './file-stamp.ts';

/** What lies at a path; `unknown` where the system does not say. */
export type PathState =
  | { readonly kind: 'file'; readonly stamp: FileStamp }
  /** `identity` is another one for every folder that ever had this path. */
  | { readonly kind: 'folder'; readonly identity: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string };

const NONE: PathState = { kind: 'none' };
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/** Whether an error of the file system says that nothing lies there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && MISSING.has(error.code);
}

/**
 * Looks at one path of a tree. A link counts as a file where it leads to one inside the tree, with the stamp of the link
 * itself; links to folders are never followed, and pipes and sockets count as nothing.
 */
export async function inspectPath(root: string, path: string): Promise<PathState> {
  try {
    const place = join(root, path);
    const stats = await lstat(place);
    if (stats.isDirectory()) return { kind: 'folder', identity: `${stats.dev}:${stats.ino}` };
    if (stats.isFile()) return { kind: 'file', stamp: toFileStamp(stats) };
    const isFile = stats.isSymbolicLink() && (await leadsToFile(root, place));
    return isFile ? { kind: 'file', stamp: toFileStamp(stats) } : NONE;
  } catch (error) {
    return isMissing(error) ? NONE : { kind: 'unknown', reason: String(error) };
  }
}

async function leadsToFile(root: string, link: string): Promise<boolean> {
  const [realRoot, target] = await Promise.all([realpath(root), realpath(link)]);
  const folder = realRoot.endsWith(sep) ? realRoot : realRoot + sep;
  return target.startsWith(folder) && (await stat(target)).isFile();
}

/** The folder that a path of a tree lies in; empty for the root. */
export function parentFolderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The path, or the first folder on the way to it that is not among these. */
export function firstUnknown(path: string, folders: { has(path: string): boolean }): string {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (!folders.has(path.slice(0, end))) return path.slice(0, end);
  }
  return path;
}

/** Whether the path, or a folder that it lies in, is one of these. */
export function hasAncestorIn(path: string, paths: { readonly size: number; has(path: string): boolean }): boolean {
  if (paths.size === 0) return false;
  for (let one = path; one !== ''; one = parentFolderOf(one)) if (paths.has(one)) return true;
  return paths.has('');
}

/** Whether a path is a `.git`, or lies in one. */
export function isInGit(path: string): boolean {
  return path.split('/').includes('.git');
}

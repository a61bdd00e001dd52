import { matchPath } from '@toolyard/core';

/** Whether a path is meant by a list of globs: one of them matches, and none that starts with `!` takes it away. */
export function matchPaths(globs: readonly string[], path: string): boolean {
  const taken = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  // A list that only takes away means everything else.
  const isWanted = wanted.length === 0 || wanted.some((glob) => matchPath(glob, path));
  return isWanted && !taken.some((glob) => matchPath(glob, path));
}

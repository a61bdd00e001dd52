import type { FileMark, SettledFile } from '@toolyard/core';
import type { FileChange } from './file-change.ts';

type Gone = Extract<SettledFile, { gone: unknown }>;

/**
 * Says what happened to files, by what was known of them before. A file that is new, and looks as one that went at the
 * same time, was renamed; one that took the place of another was saved. Other rights alone are no change.
 */
export function diffFiles(
  known: ReadonlyMap<string, FileMark>,
  settled: readonly SettledFile[],
): readonly FileChange[] {
  const gone = new Map<string, Gone>();
  for (const file of settled) if ('gone' in file && known.has(file.path)) gone.set(file.path, file);
  const takeOldPath = createOldPaths(known, gone);
  const changes = settled.flatMap((file): FileChange[] => {
    if ('gone' in file) return [];
    const { path, stamp } = file;
    const before = known.get(path);
    if (before) return isSame(before, stamp) ? [] : [{ type: 'saved', path, stamp }];
    const oldPath = takeOldPath(stamp);
    return oldPath === undefined ? [{ type: 'created', path, stamp }] : [{ type: 'renamed', path, oldPath, stamp }];
  });
  for (const file of gone.values()) changes.push({ type: 'deleted', path: file.path, gone: file.gone });
  return changes.toSorted(byPath);
}

/** Finds the path that a file had, and takes it out of those that are gone. */
function createOldPaths(
  known: ReadonlyMap<string, FileMark>,
  gone: Map<string, Gone>,
): (mark: FileMark) => string | undefined {
  const paths = new Map<string, string[]>();
  for (const path of gone.keys()) {
    const mark = known.get(path);
    // Some file systems number their files with 0.
    if (mark && mark.ino !== 0) paths.set(keyOf(mark), [...(paths.get(keyOf(mark)) ?? []), path]);
  }
  return (mark) => {
    const path = paths.get(keyOf(mark))?.shift();
    if (path !== undefined) gone.delete(path);
    return path;
  };
}

function keyOf({ mtimeMs, size, ino }: FileMark): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function isSame(one: FileMark, other: FileMark): boolean {
  return keyOf(one) === keyOf(other);
}

function byPath(one: FileChange, other: FileChange): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}

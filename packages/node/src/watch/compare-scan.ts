import type { FileMark } from '@toolyard/core';
import type { SeenPath } from './create-unsettled-files.ts';
import { isSameFile } from './file-stamp.ts';
import { createIgnoreTest, type IgnoreTest } from './ignore-rules.ts';
import type { SeenFolder, FolderScan } from './scan-folder.ts';
import { firstUnknown, hasAncestorIn, isInGit, parentFolderOf } from './tree-path.ts';

type Known = ReadonlyMap<string, FileMark>;

/** The files of a scan that look different from what is known, or are followed anyway. */
export function findDifferent(
  scan: FolderScan,
  known: Known,
  isFollowed: (path: string) => boolean,
  from: number,
): readonly SeenPath[] {
  return [...scan.files]
    .filter(([path, stamp]) => isFollowed(path) || !isSameFile(known.get(path), stamp))
    .map(([path, stamp]) => ({ path, stamp, from }));
}

/** Those of the paths that were not found, but for what is left out now or cannot be read. */
export function findMissing(
  paths: Iterable<string>,
  scan: FolderScan,
  folders: ReadonlyMap<string, SeenFolder>,
  from: number,
): readonly SeenPath[] {
  const isLeftOut = createLeftOutTest(folders);
  return [...paths]
    .filter((path) => !scan.files.has(path) && !hasAncestorIn(path, scan.unreadable) && !isLeftOut(path))
    .map((path) => ({ path, from }));
}

/** A test for paths of which nothing is there any more: the nearest folder that still is has the rules. */
function createLeftOutTest(folders: ReadonlyMap<string, SeenFolder>): (path: string) => boolean {
  const tests = new Map<string, IgnoreTest | undefined>();
  function testOf(folder: string): IgnoreTest | undefined {
    const rules = folders.get(folder)?.rules;
    if (!tests.has(folder)) tests.set(folder, rules && createIgnoreTest(rules));
    return tests.get(folder);
  }
  return (path) => {
    if (isInGit(path)) return true;
    const first = firstUnknown(path, folders);
    const test = testOf(parentFolderOf(first));
    return test !== undefined && (test.ignores(first, first !== path) || test.ignores(path, false));
  };
}

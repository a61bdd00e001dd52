import type { FileMark, SettledFile } from '@toolyard/core';
import type { Marks } from './marks.ts';

const PREFIX = 'file:';
const KNOWN = 'files:known';

/** What the journal remembers of a file: nothing, where it is gone. */
export function toFileMark(path: string, mark: FileMark | undefined): Marks {
  return { [`${PREFIX}${path}`]: mark ? [mark.mtimeMs, mark.size, mark.ino] : null };
}

/** The marks of the first look at a workspace, whose files were there before anybody watched and are no events. */
export function toFirstFileMarks(settled: readonly SettledFile[]): Marks {
  const marks: Record<string, unknown> = { [KNOWN]: true };
  for (const file of settled) Object.assign(marks, toFileMark(file.path, 'stamp' in file ? file.stamp : undefined));
  return marks;
}

/** Whether the files of the workspace were ever looked at. */
export function hasFileMarks(marks: ReadonlyMap<string, unknown>): boolean {
  return marks.has(KNOWN);
}

/** What the files looked like when they were last seen, by path; marks of another form are left out. */
export function readFileMarks(marks: ReadonlyMap<string, unknown>): Map<string, FileMark> {
  const known = new Map<string, FileMark>();
  for (const [name, value] of marks) {
    const mark = name.startsWith(PREFIX) && parseFileMark(value);
    if (mark) known.set(name.slice(PREFIX.length), mark);
  }
  return known;
}

function parseFileMark(value: unknown): FileMark | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [mtimeMs, size, ino]: unknown[] = value;
  if (typeof mtimeMs !== 'number' || typeof size !== 'number' || typeof ino !== 'number') return undefined;
  return { mtimeMs, size, ino };
}

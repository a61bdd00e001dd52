import type { Marks } from '../run/journal.ts';
import type { FileChange, FileStamp } from './file-change.ts';
import { toFileMark } from './file-marks.ts';
import type { NewEvent } from './hook-event.ts';

/** An event, and the marks that keep its change from being found again. */
export interface FileEvent {
  readonly event: NewEvent;
  readonly marks: Marks;
}

/** Times of files may lie that far behind the clock, since systems keep them in steps. */
const STEP_MS = 10;

/** Makes an event of each change to a file. */
export function toFileEvents(changes: readonly FileChange[]): readonly FileEvent[] {
  return changes.map((change) => ({ event: toEvent(change), marks: toMarks(change) }));
}

function toEvent(change: FileChange): NewEvent {
  const { path } = change;
  if (change.type === 'deleted') return { name: 'file.deleted', values: { path }, window: change.gone };
  const window = windowOf(change.stamp);
  const name = `file.${change.type}` as const;
  const oldPath = change.type === 'renamed' ? { oldPath: change.oldPath } : {};
  return { name, values: { path, ...oldPath }, window };
}

function windowOf({ ctimeMs }: FileStamp): readonly [number, number] {
  return [Math.floor(ctimeMs), Math.ceil(ctimeMs) + STEP_MS];
}

function toMarks(change: FileChange): Marks {
  if (change.type === 'deleted') return toFileMark(change.path, undefined);
  const mark = toFileMark(change.path, change.stamp);
  return change.type === 'renamed' ? { ...toFileMark(change.oldPath, undefined), ...mark } : mark;
}

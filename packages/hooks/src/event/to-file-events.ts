import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FileStamp } from '@toolyard/core';
import type { FileChange } from './file-change.ts';
import { toFileMark } from './file-marks.ts';
import type { NewEvent } from './hook-event.ts';
import type { Marks } from './marks.ts';

/** An event, and the marks that keep its change from being found again. */
export interface FileEvent {
  readonly event: NewEvent;
  readonly marks: Marks;
}

/** Times of files may lie that far behind the clock, since systems keep them in steps. */
const STEP_MS = 10;

const ID_DIGITS = 32;

/** Makes an event of each change to a file; a new file was created and, since it was written, saved too. */
export function toFileEvents(changes: readonly FileChange[]): readonly FileEvent[] {
  return changes.flatMap((change) => {
    const last = { event: toEvent(change), marks: toMarks(change) };
    return change.type === 'created' ? [{ event: toCreated(change), marks: {} }, last] : [last];
  });
}

function toEvent(change: FileChange): NewEvent {
  const { path } = change;
  if (change.type === 'deleted') return { name: 'file.deleted', values: { path }, window: change.gone };
  const window = windowOf(change.stamp);
  if (change.type !== 'renamed') return { name: 'file.saved', values: { path }, window };
  return { name: 'file.renamed', values: { path, oldPath: change.oldPath }, window };
}

/** Its mark comes with the save, so that it has an id by which it is known should a crash come between the two. */
function toCreated({ path, stamp }: FileChange & { readonly type: 'created' | 'saved' }): NewEvent {
  const { ino, mtimeMs, size } = stamp;
  const identity = JSON.stringify(['created', path, ino, mtimeMs, size]);
  const id = bytesToHex(sha256(utf8ToBytes(identity))).slice(0, ID_DIGITS);
  return { name: 'file.created', id, values: { path }, window: windowOf(stamp) };
}

/** When a file with this stamp may have changed, in milliseconds since 1970. */
export function windowOf({ ctimeMs }: FileStamp): readonly [number, number] {
  return [Math.floor(ctimeMs), Math.ceil(ctimeMs) + STEP_MS];
}

function toMarks(change: FileChange): Marks {
  if (change.type === 'deleted') return toFileMark(change.path, undefined);
  const mark = toFileMark(change.path, change.stamp);
  return change.type === 'renamed' ? { ...toFileMark(change.oldPath, undefined), ...mark } : mark;
}

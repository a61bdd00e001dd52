import { rename, stat, unlink } from 'node:fs/promises';
import { writeFileAtomically } from '../file/write-file-atomically.ts';
import { tryLock } from '../lock/try-lock.ts';
import { listSegments, segmentFileOf, type LogSegment } from '../log/list-segments.ts';
import type { RunLogBounds } from './run-log-limits.ts';
import { addToPart, createPart, readPart, type DescribeRecord, type RunLogPart } from './run-log-part.ts';

/** The files of a log of runs that are full and were moved aside. Each is called by the time of its last record. */
export interface RunLogParts {
  /** Moves the file that is written aside, and drops all that is beyond the bounds; false where another process is doing that. */
  moveAside(current: RunLogPart, now: number): Promise<boolean>;
  /** Drops those whose last record is too old; looks at their names alone. */
  dropExpired(now: number): Promise<void>;
}

export interface RunLogPartsOptions {
  /** The file that is written. */
  readonly file: string;
  readonly bounds: RunLogBounds;
  readonly describe: DescribeRecord;
}

interface KnownPart extends LogSegment {
  part: RunLogPart;
}

/** Names from before parts were called by a time are lower. */
const FIRST_TIME = 1e12;
/** Whoever follows the log has found a file under its new name by then, and never reads it again. */
const SETTLED_MS = 2000;

/** See `RunLogParts`; what cannot be dropped now is tried again the next time. */
export function createRunLogParts({ file, bounds, describe }: RunLogPartsOptions): RunLogParts {
  const known = new Map<string, RunLogPart>();
  const movedAt = new Map<string, number>();

  async function measure(segment: LogSegment): Promise<KnownPart> {
    const part = known.get(segment.file) ?? createPart();
    if (!known.has(segment.file)) await readPart(segment.file, describe, (line) => addToPart(part, line));
    known.set(segment.file, part);
    return { ...segment, part };
  }

  async function remove({ file: part }: LogSegment): Promise<void> {
    known.delete(part);
    movedAt.delete(part);
    await unlink(part).catch(() => undefined);
  }

  /** Takes out what led to no run. */
  async function strip({ file: part }: LogSegment): Promise<void> {
    const lines: string[] = [];
    const left = createPart();
    await readPart(part, describe, (line) => {
      if (!line.isRun) return;
      lines.push(`${line.text}\n`);
      addToPart(left, line);
    });
    if (lines.length === 0) return remove({ file: part, number: 0 });
    await writeFileAtomically(part, lines.join(''));
    known.set(part, left);
  }

  async function dropExpired(now: number): Promise<void> {
    if (bounds.ms === Infinity) return;
    for (const segment of await listSegments(file)) {
      if ((await timeOf(segment)) < now - bounds.ms) await remove(segment);
    }
  }

  /** Goes back from the newest, and drops everything from the first part on that `isBeyond`, by itself or with what is newer. */
  async function dropBeyond(
    parts: readonly KnownPart[],
    isBeyond: (newer: RunLogPart, part: RunLogPart) => boolean,
  ): Promise<KnownPart[]> {
    const newer = createPart();
    const kept: KnownPart[] = [];
    for (const each of parts) {
      if (isBeyond(newer, each.part)) await remove(each);
      else kept.push(each);
      add(newer, each.part);
    }
    return kept;
  }

  async function stripBeyond(parts: readonly KnownPart[], now: number): Promise<void> {
    const newer = createPart();
    for (const { part, ...segment } of parts) {
      const isBeyond = newer.others >= bounds.runs || newer.otherBytes + part.otherBytes > bounds.otherBytes;
      const isSettled = now - (movedAt.get(segment.file) ?? -Infinity) >= SETTLED_MS;
      add(newer, part);
      // A full disk has no room for the other file; what is dropped whole needs none.
      if (isBeyond && part.others > 0 && isSettled) await strip(segment).catch(() => undefined);
    }
  }

  async function drop(now: number): Promise<void> {
    await dropExpired(now);
    const found: KnownPart[] = [];
    for (const segment of await listSegments(file)) found.unshift(await measure(segment));
    const kept = await dropBeyond(found, ({ runs }) => runs >= bounds.runs);
    await stripBeyond(kept, now);
    const stripped = kept.flatMap((each) => {
      const part = known.get(each.file);
      return part === undefined ? [] : [{ ...each, part }];
    });
    const room = bounds.bytes - bounds.part.bytes;
    await dropBeyond(stripped, (newer, { bytes }) => newer.bytes + bytes > room);
  }

  /** Later than that of all others, whatever the clock says. */
  async function toNextNumber({ lastAt }: RunLogPart, now: number): Promise<number> {
    const newest = (await listSegments(file)).at(-1)?.number ?? 0;
    return Math.max(newest + 1, Number.isFinite(lastAt) ? Math.floor(lastAt) : Math.floor(now));
  }

  return {
    dropExpired,
    async moveAside(current, now) {
      const lock = tryLock(`${file}.lock`);
      if (lock === undefined) return false;
      try {
        const part = segmentFileOf(file, await toNextNumber(current, now));
        await rename(file, part);
        known.set(part, current);
        movedAt.set(part, now);
      } finally {
        lock.release();
      }
      // The record that is to be written matters more; the next move tries it again.
      await drop(now).catch(() => undefined);
      return true;
    },
  };
}

function add(sum: RunLogPart, { bytes, runs, others, otherBytes }: RunLogPart): void {
  sum.bytes += bytes;
  sum.runs += runs;
  sum.others += others;
  sum.otherBytes += otherBytes;
}

/** When the last record of a part was written. */
async function timeOf({ file, number }: LogSegment): Promise<number> {
  return number >= FIRST_TIME ? number : ((await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity);
}

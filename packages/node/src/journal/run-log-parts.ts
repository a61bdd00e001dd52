import { rename, stat, unlink } from 'node:fs/promises';
import { writeFileAtomically } from '../file/write-file-atomically.ts';
import { tryLock } from '../lock/try-lock.ts';
import { listSegments, segmentFileOf, type LogSegment } from '../log/list-segments.ts';
import type { RunLogBounds } from './run-log-limits.ts';
import { addToPart, createPart, readRunLogLines, type DescribeRecord, type RunLogPart } from './run-log-part.ts';

export interface RunLogPartsOptions {
  /** The file that is written. */
  readonly file: string;
  readonly bounds: RunLogBounds;
  readonly describe: DescribeRecord;
}

interface KnownPart extends LogSegment {
  readonly part: RunLogPart;
}

/** Names from before parts were called by a time are lower. */
const FIRST_TIME = 1e12;
/** Whoever follows the log has found a file under its new name by then, and never reads it again. */
const SETTLED_MS = 2000;

/**
 * The files of a log of runs that are full and were moved aside, each called by the time of its last record. What cannot be dropped now is
 * tried again the next time.
 */
export class RunLogParts {
  readonly #options: RunLogPartsOptions;
  /** What is in those that were counted; they do not change. */
  readonly #known = new Map<string, RunLogPart>();
  readonly #movedAt = new Map<string, number>();

  constructor(options: RunLogPartsOptions) {
    this.#options = options;
  }

  /** Moves the file that is written aside, and drops all that is beyond the bounds; false where another process is doing that. */
  async moveAside(current: RunLogPart, now: number): Promise<boolean> {
    const { file } = this.#options;
    const lock = tryLock(`${file}.lock`);
    if (lock === undefined) return false;
    try {
      const part = segmentFileOf(file, await this.#toNextNumber(current, now));
      await rename(file, part);
      this.#known.set(part, current);
      this.#movedAt.set(part, now);
    } finally {
      lock.release();
    }
    // The record that is to be written matters more; the next move tries it again.
    await this.#drop(now).catch(() => undefined);
    return true;
  }

  /** Drops those whose last record is too old; looks at their names alone. */
  async dropExpired(now: number): Promise<void> {
    const { file, bounds } = this.#options;
    if (bounds.ms === Infinity) return;
    for (const segment of await listSegments(file)) {
      if ((await timeOf(segment)) < now - bounds.ms) await this.#remove(segment.file);
    }
  }

  /** Later than that of all others, whatever the clock says. */
  async #toNextNumber({ lastAt }: RunLogPart, now: number): Promise<number> {
    const newest = (await listSegments(this.#options.file)).at(-1)?.number ?? 0;
    return Math.max(newest + 1, Number.isFinite(lastAt) ? Math.floor(lastAt) : Math.floor(now));
  }

  async #drop(now: number): Promise<void> {
    const { file, bounds } = this.#options;
    await this.dropExpired(now);
    const found: KnownPart[] = [];
    for (const segment of await listSegments(file)) found.unshift(await this.#measure(segment));
    const kept = await this.#dropBeyond(found, ({ runs }) => runs >= bounds.runs);
    await this.#stripBeyond(kept, now);
    const stripped = kept.flatMap((each) => {
      const part = this.#known.get(each.file);
      return part === undefined ? [] : [{ ...each, part }];
    });
    const room = bounds.bytes - bounds.part.bytes;
    await this.#dropBeyond(stripped, (newer, { bytes }) => newer.bytes + bytes > room);
  }

  async #measure(segment: LogSegment): Promise<KnownPart> {
    const known = this.#known.get(segment.file);
    if (known !== undefined) return { ...segment, part: known };
    const part = createPart();
    await readRunLogLines(segment.file, this.#options.describe, (line) => addToPart(part, line));
    this.#known.set(segment.file, part);
    return { ...segment, part };
  }

  /** Goes back from the newest, and drops everything from the first part on that `isBeyond`, by itself or with what is newer. */
  async #dropBeyond(
    parts: readonly KnownPart[],
    isBeyond: (newer: RunLogPart, part: RunLogPart) => boolean,
  ): Promise<KnownPart[]> {
    const newer = createPart();
    const kept: KnownPart[] = [];
    for (const each of parts) {
      if (isBeyond(newer, each.part)) await this.#remove(each.file);
      else kept.push(each);
      add(newer, each.part);
    }
    return kept;
  }

  async #stripBeyond(parts: readonly KnownPart[], now: number): Promise<void> {
    const { bounds } = this.#options;
    const newer = createPart();
    for (const { file, part } of parts) {
      const isBeyond = newer.others >= bounds.runs || newer.otherBytes + part.otherBytes > bounds.otherBytes;
      const isSettled = now - (this.#movedAt.get(file) ?? -Infinity) >= SETTLED_MS;
      add(newer, part);
      // A full disk has no room for the other file; what is dropped whole needs none.
      if (isBeyond && part.others > 0 && isSettled) await this.#strip(file).catch(() => undefined);
    }
  }

  /** Takes out what led to no run. */
  async #strip(file: string): Promise<void> {
    const lines: string[] = [];
    const left = createPart();
    await readRunLogLines(file, this.#options.describe, (line) => {
      if (!line.isRun) return;
      lines.push(`${line.text}\n`);
      addToPart(left, line);
    });
    if (lines.length === 0) return this.#remove(file);
    await writeFileAtomically(file, lines.join(''));
    this.#known.set(file, left);
  }

  async #remove(file: string): Promise<void> {
    this.#known.delete(file);
    this.#movedAt.delete(file);
    await unlink(file).catch(() => undefined);
  }
}

function add(sum: RunLogPart, { bytes, runs, others, otherBytes }: RunLogPart): void {
  sum.bytes += bytes;
  sum.runs += runs;
  sum.others += others;
  sum.otherBytes += otherBytes;
}

/** When the last record of a part was written. */
async function timeOf({ file, number }: LogSegment): Promise<number> {
  if (number >= FIRST_TIME) return number;
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity;
}

import { createDebouncedRun } from '../clock/create-debounced-run.ts';
import { appendRotating, appendRotatingSync } from './append-rotating.ts';
import { waitingFiles } from './write-waiting-lines.ts';

/** Where lines are kept. */
export interface LineFileOptions {
  readonly file: string;
  /** The file is moved aside before it grows over this; 5 MB where absent. */
  readonly maxBytes?: number;
  /** The line that tells how many were lost. */
  toLossLine(lost: number): string;
  /** Told once when writing fails, and again only after it worked in between. */
  onFailure(error: unknown): void;
}

/** A file that lines are added to. */
export interface LineFile {
  /** Adds a line, sooner or later, and with `writeWaitingLines` at once; neither waits nor throws, however slow the disk is. */
  add(line: string): void;
  /** Resolves when every line is written, or was found impossible to write. */
  flush(): Promise<void>;
}

const MAX_BYTES = 5_000_000;
const MAX_PENDING = 10_000;
/** Characters of one write. Node cuts what has over 512 KB in UTF-8 into several, between which another process may write. */
const BATCH_LENGTH = 131_072;
/** Lines of this time are written together, since opening the file costs more than all else that is done for a line. */
const GATHERED = { quietMs: 100, mostMs: 100 };
/** So many lines do not wait for others. */
const MANY_LINES = 500;

/** Keeps lines in a file for the user alone. */
export function createLineFile({ file, maxBytes = MAX_BYTES, toLossLine, onFailure }: LineFileOptions): LineFile {
  const pending: string[] = [];
  let lost = 0;
  let hasFailed = false;
  const writing = createDebouncedRun(write, GATHERED);

  /** Of the first lines, at least one. */
  function take(most: number): readonly string[] {
    let length = 0;
    const end = pending.findIndex((line) => (length += line.length) > Math.min(BATCH_LENGTH, maxBytes));
    return pending.splice(0, Math.min(most, end < 0 ? most : Math.max(1, end)));
  }

  function addLoss(): void {
    if (lost > 0) pending.push(`${toLossLine(lost)}\n`);
    lost = 0;
  }

  function fail(error: unknown): void {
    if (!hasFailed) onFailure(error);
    hasFailed = true;
  }

  async function write(): Promise<void> {
    addLoss();
    for (let left = pending.length; left > 0 && pending.length > 0;) {
      const lines = take(left);
      left -= lines.length;
      try {
        await appendRotating(file, lines.join(''), maxBytes);
        hasFailed = false;
      } catch (error) {
        fail(error);
      }
    }
    // What was added meanwhile is for the next time.
    if (pending.length > 0 || lost > 0) writing.call();
    else waitingFiles.delete(writeNow);
  }

  function writeNow(): void {
    addLoss();
    try {
      while (pending.length > 0) appendRotatingSync(file, take(pending.length).join(''), maxBytes);
    } catch (error) {
      fail(error);
    }
  }

  return {
    add(line) {
      if (pending.length >= MAX_PENDING) {
        lost++;
        return;
      }
      addLoss();
      pending.push(`${line}\n`);
      if (pending.length === 1) {
        writing.call();
        waitingFiles.add(writeNow);
      }
      if (pending.length >= MANY_LINES) writing.callNow();
    },
    flush: () => writing.flush(),
  };
}

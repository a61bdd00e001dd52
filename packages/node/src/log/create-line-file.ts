import { appendRotating } from './append-rotating.ts';

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
  /** Adds a line, sooner or later; neither waits nor throws, however slow the disk is. */
  add(line: string): void;
  /** Resolves when every line is written, or was found impossible to write. */
  flush(): Promise<void>;
}

const MAX_BYTES = 5_000_000;
const MAX_PENDING = 10_000;
/** Characters of one write. Node cuts what has over 512 KB in UTF-8 into several, between which another process may write. */
const BATCH_LENGTH = 131_072;

/** Keeps lines in a file for the user alone. */
export function createLineFile({ file, maxBytes = MAX_BYTES, toLossLine, onFailure }: LineFileOptions): LineFile {
  let pending: string[] = [];
  let lost = 0;
  let running: Promise<void> | undefined;
  let hasFailed = false;

  function take(): string {
    if (lost > 0) pending.push(`${toLossLine(lost)}\n`);
    lost = 0;
    let length = 0;
    const end = pending.findIndex((line) => (length += line.length) > Math.min(BATCH_LENGTH, maxBytes));
    return pending.splice(0, end < 0 ? pending.length : Math.max(1, end)).join('');
  }

  async function run(): Promise<void> {
    while (pending.length > 0) {
      try {
        await appendRotating(file, take(), maxBytes);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) onFailure(error);
        hasFailed = true;
      }
    }
    running = undefined;
  }

  return {
    add(line) {
      if (pending.length >= MAX_PENDING) lost++;
      else pending.push(`${line}\n`);
      running ??= Promise.resolve().then(run);
    },
    flush: () => running ?? Promise.resolve(),
  };
}

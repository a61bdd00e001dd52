import { stat } from 'node:fs/promises';
import { toMessage, ToolyardError, type Clock } from '@toolyard/core';
import { systemClock } from '../clock/system-clock.ts';
import { appendLines } from '../log/append-rotating.ts';
import { createGroupWriter } from './create-group-writer.ts';
import { RunLogParts } from './run-log-parts.ts';
import { toRunLogBounds, type RunLogBounds, type RunLogLimits } from './run-log-limits.ts';
import {
  addToPart,
  createPart,
  readRunLogLines,
  toRunLogLine,
  type DescribeRecord,
  type RunLogLine,
} from './run-log-part.ts';

/** Where the records of runs are kept, and how many of them. */
export interface RunLogOptions {
  readonly file: string;
  /** Unlimited runs and days, and 20 MB, where absent. */
  readonly limits?: Partial<RunLogLimits>;
  /** Every record counts as a run of now where it is absent. */
  readonly describe?: DescribeRecord;
  readonly clock?: Pick<Clock, 'now'>;
}

/** What became of runs, on the disk: the file that is being written, and full ones, which are dropped as a whole. */
export interface RunLog {
  /** Resolves when the record is in the file; rejects with `log-not-written`. */
  keep(record: object): Promise<void>;
}

const LIMITS: RunLogLimits = { runs: -1, days: -1, bytes: 20_000_000 };
/** How often it is looked whether something is too old, where nothing else leads to that. */
const EXPIRY_MS = 3_600_000;

/** The log of runs at a path, for the user alone; records of calls at the same time are written together. One process at a time may write it. */
export function createRunLog({ file, limits, describe, clock = systemClock }: RunLogOptions): RunLog {
  const bounds = toRunLogBounds({ ...LIMITS, ...limits });
  const describeOne: DescribeRecord = describe ?? (() => ({ isRun: true, at: clock.now() }));
  const parts = new RunLogParts({ file, bounds, describe: describeOne });
  const current = new CurrentRunLog(file, { bounds, parts, describe: describeOne });
  const writer = createGroupWriter<RunLogLine>((lines) => current.write(lines, clock.now()).catch(refuse(file)));
  return {
    keep: (record) => writer.add([toRunLogLine(JSON.stringify(record), describeOne(record))]),
  };
}

interface CurrentOptions {
  readonly bounds: RunLogBounds;
  readonly parts: RunLogParts;
  readonly describe: DescribeRecord;
}

/** The file that is being written. */
class CurrentRunLog {
  readonly #file: string;
  readonly #options: CurrentOptions;
  #part = createPart();
  /** How long the file was when all of it was counted. */
  #size: number | undefined;
  #checkedAt = -Infinity;

  constructor(file: string, options: CurrentOptions) {
    this.#file = file;
    this.#options = options;
  }

  async write(lines: readonly RunLogLine[], now: number): Promise<void> {
    await this.#count();
    this.#size = undefined;
    let text = '';
    for (const line of lines) {
      if (this.#isFull(line, now)) {
        await this.#append(text);
        text = '';
        await this.#moveAside(now);
      }
      text += `${line.text}\n`;
      addToPart(this.#part, line);
    }
    await this.#append(text);
    this.#size = await this.#measure();
    await this.#dropExpired(now);
  }

  /** Counts what is in the file, unless that is known. */
  async #count(): Promise<void> {
    const size = await this.#measure();
    if (size === this.#size) return;
    const part = createPart();
    if (size > 0) await readRunLogLines(this.#file, this.#options.describe, (line) => addToPart(part, line));
    this.#part = part;
  }

  async #measure(): Promise<number> {
    return (await stat(this.#file).catch(() => undefined))?.size ?? 0;
  }

  #isFull({ isRun, bytes }: RunLogLine, now: number): boolean {
    const { part } = this.#options.bounds;
    const { bytes: used, runs, others, firstAt } = this.#part;
    if (used === 0) return false;
    return used + bytes > part.bytes || (isRun ? runs : others) >= part.runs || now - firstAt > part.ms;
  }

  async #append(text: string): Promise<void> {
    if (text !== '') await appendLines(this.#file, text);
  }

  async #moveAside(now: number): Promise<void> {
    const isMoved = await this.#options.parts.moveAside(this.#part, now);
    if (isMoved) this.#part = createPart();
  }

  async #dropExpired(now: number): Promise<void> {
    if (now - this.#checkedAt < EXPIRY_MS) return;
    this.#checkedAt = now;
    // The record is written, whatever becomes of old ones.
    await this.#options.parts.dropExpired(now).catch(() => undefined);
  }
}

function refuse(file: string): (error: unknown) => never {
  return (error) => {
    const message = `The log of runs ${file} could not be written: ${toMessage(error)}. Free disk space, or make the folder writable.`;
    throw new ToolyardError('log-not-written', message, { cause: error });
  };
}

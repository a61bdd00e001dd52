import { openLineReader } from '../log/open-line-reader.ts';
import { parseJson } from './parse-json.ts';

/** What a log of runs has to know of a record. */
export interface RunLogRecord {
  /** It came to something; what did not is kept as long as there is room. */
  readonly isRun: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Reads what has to be known of a record; `undefined` for what is none. */
export type DescribeRecord = (value: unknown) => RunLogRecord | undefined;

/** A record as it is written. */
export interface RunLogLine extends RunLogRecord {
  readonly text: string;
  readonly bytes: number;
}

/** What one file of a log holds. */
export interface RunLogPart {
  bytes: number;
  runs: number;
  /** Triggers that led to no run. */
  others: number;
  otherBytes: number;
  firstAt: number;
  lastAt: number;
}

/** Nothing yet. */
export function createPart(): RunLogPart {
  return { bytes: 0, runs: 0, others: 0, otherBytes: 0, firstAt: Infinity, lastAt: -Infinity };
}

/** A line of a log; one that is no record counts as a trigger that led to none. */
export function toRunLogLine(text: string, record: RunLogRecord | undefined): RunLogLine {
  const { isRun, at } = record ?? { isRun: false, at: Number.NaN };
  return { text, isRun, at, bytes: Buffer.byteLength(text) + 1 };
}

/** Counts a line that is in the file now. */
export function addToPart(part: RunLogPart, { isRun, at, bytes }: RunLogLine): void {
  part.bytes += bytes;
  if (isRun) part.runs++;
  else {
    part.others++;
    part.otherBytes += bytes;
  }
  if (Number.isNaN(at)) return;
  part.firstAt = Math.min(part.firstAt, at);
  part.lastAt = Math.max(part.lastAt, at);
}

/** The lines of a file of the log, one after the other; none where there is no file. */
export async function readRunLogLines(
  file: string,
  describe: DescribeRecord,
  onLine: (line: RunLogLine) => void,
): Promise<void> {
  const reader = await openLineReader(file);
  try {
    await reader?.readOn((text) => onLine(toRunLogLine(text, describe(parseJson(text)))));
  } finally {
    await reader?.close();
  }
}

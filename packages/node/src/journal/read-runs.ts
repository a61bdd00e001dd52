import { readLines, type ReadLinesOptions } from '../log/read-lines.ts';
import { parseJson } from './parse-json.ts';

/** Which records of a log of runs are read, and as what. */
export interface ReadRunsOptions<T> extends Omit<ReadLinesOptions<T>, 'parse' | 'onLine'> {
  /** A record as it is wanted; `undefined` leaves it out. */
  toRun(value: unknown): T | undefined;
  onRun(run: T): void;
}

/** Reads the records of runs, the oldest first, each once, also through the file being moved aside. */
export async function readRuns<T>({ toRun, onRun, ...options }: ReadRunsOptions<T>): Promise<void> {
  function parse(text: string): T | undefined {
    const value = parseJson(text);
    return value === undefined ? undefined : toRun(value);
  }
  await readLines({ ...options, parse, onLine: onRun });
}

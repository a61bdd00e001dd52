import type { OpenRun } from './open-run.ts';

/** The runs of one key. Lines queue up, not runs, so that a run can take another one's place. */
export interface RunLine {
  readonly key: string;
  readonly waiting: OpenRun[];
  running: OpenRun | undefined;
  /** The server that its first run needs, if any. */
  server: string | undefined;
  /** Its place among all lines, while one of its runs can begin. */
  place: number | undefined;
  /** Takes back the timer of a run that must wait for quiet. */
  stopTimer: (() => void) | undefined;
}

/** A line without runs. */
export function createRunLine(key: string): RunLine {
  return { key, waiting: [], running: undefined, server: undefined, place: undefined, stopTimer: undefined };
}

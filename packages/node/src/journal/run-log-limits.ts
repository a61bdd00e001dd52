/** How much of a log of runs is kept; -1 is unlimited. */
export interface RunLogLimits {
  /** Runs; of triggers that led to none as many again, but none from before the oldest run that is kept. */
  readonly runs: number;
  readonly days: number;
  /** Of all files together. */
  readonly bytes: number;
}

/** When a part of the log is full, and when parts are dropped; `Infinity` where nothing limits it. */
export interface RunLogBounds {
  readonly runs: number;
  readonly ms: number;
  readonly bytes: number;
  /** Of triggers that led to no run, so that they never push out the runs. */
  readonly otherBytes: number;
  readonly part: { readonly runs: number; readonly ms: number; readonly bytes: number };
}

const DAY_MS = 86_400_000;
/** Whole parts are dropped, so that about a tenth more than wanted is kept: the newest part, and the oldest that is still needed. */
const PARTS = 20;

/** The bounds that keep a log within limits. */
export function toRunLogBounds({ runs, days, bytes }: RunLogLimits): RunLogBounds {
  const kept = { runs: toBound(runs), ms: toBound(days) * DAY_MS, bytes: toBound(bytes) };
  const part = { runs: Math.ceil(kept.runs / PARTS), ms: kept.ms / PARTS, bytes: kept.bytes / PARTS };
  return { ...kept, otherBytes: kept.bytes / 4, part };
}

function toBound(limit: number): number {
  return limit < 0 ? Infinity : limit;
}

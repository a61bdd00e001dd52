import type { ChainLink, NewEvent } from '../event/hook-event.ts';

/** When a run was under way; `to` is absent while it is. */
export interface RunTime {
  readonly hook: string;
  readonly run: string;
  readonly chain: readonly ChainLink[];
  readonly from: number;
  to?: number;
}

/** Knows which runs may have caused what appears. */
export interface RecentRuns {
  /** A run is under way from now on; its end is told by the returned function. Times in milliseconds since 1970. */
  begin(run: RunTime): (to: number) => void;
  /** The chain of an event: the one it came with, or else that of the deepest run which was under way when it appeared. */
  chainOf(event: NewEvent): readonly ChainLink[];
}

/** How long after its end a run may still be the cause of what appears. */
const AFTER_MS = 1000;

const KEPT_MS = 600_000;
const KEPT = 500;

/** Remembers the last 500 runs of ten minutes, besides those that are under way. */
export function createRecentRuns(): RecentRuns {
  const running = new Set<RunTime>();
  let ended: RunTime[] = [];

  function end(run: RunTime, to: number): void {
    running.delete(run);
    run.to = to;
    ended.push(run);
    if (ended.length > 2 * KEPT) ended = ended.slice(-KEPT);
    const oldest = to - KEPT_MS;
    if ((ended[0]?.to ?? to) < oldest) ended = ended.filter((other) => (other.to ?? to) >= oldest);
  }

  return {
    begin(run) {
      running.add(run);
      return (to) => end(run, to);
    },
    chainOf({ chain = [], window }) {
      if (chain.length > 0 || window === undefined) return chain;
      const [from, to] = window;
      let deepest: RunTime | undefined;
      for (const runs of [running, ended]) {
        for (const run of runs) {
          const overlaps = run.from <= to && (run.to ?? to) + AFTER_MS >= from;
          if (overlaps && run.chain.length >= (deepest?.chain.length ?? 0)) deepest = run;
        }
      }
      if (deepest === undefined) return chain;
      return [...deepest.chain, { hook: deepest.hook, run: deepest.run, inferred: true }];
    },
  };
}

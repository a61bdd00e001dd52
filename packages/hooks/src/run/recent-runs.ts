import type { ChainLink, NewEvent } from '../event/hook-event.ts';
import { countGuesses, toGuessedChain, type Cause } from './to-chain.ts';

/** When a run was under way; `to` is absent while it is. */
export interface RunTime extends Cause {
  readonly from: number;
  to?: number;
}

/** Knows which runs may have caused what appears. */
export interface RecentRuns {
  /** A run is under way from now on; its end is told by the returned function. Times in milliseconds since 1970. */
  begin(run: RunTime): (to: number) => void;
  /**
   * The chain of an event: the one it came with, or else that of a run which was under way when it appeared: of the one
   * that has most to do with its path, or else of the deepest.
   */
  chainOf(event: NewEvent): readonly ChainLink[];
}

/** How long after its end a run may still be the cause of what appears. */
const AFTER_MS = 1000;

const KEPT_MS = 600_000;
const KEPT = 500;

interface Suspect {
  readonly run: RunTime;
  /** How often each path stands in its chain, itself included. */
  readonly paths: ReadonlyMap<string, number>;
  readonly depth: number;
}

/** Remembers the last 500 runs of ten minutes, besides those that are under way. */
export function createRecentRuns(): RecentRuns {
  const running = new Set<Suspect>();
  let ended: Suspect[] = [];

  function end(suspect: Suspect, to: number): void {
    running.delete(suspect);
    suspect.run.to = to;
    ended.push(suspect);
    if (ended.length > 2 * KEPT) ended = ended.slice(-KEPT);
    const oldest = to - KEPT_MS;
    if ((ended[0]?.run.to ?? to) < oldest) ended = ended.filter(({ run }) => (run.to ?? to) >= oldest);
  }

  return {
    begin(run) {
      const suspect = toSuspect(run);
      running.add(suspect);
      return (to) => end(suspect, to);
    },
    chainOf({ chain = [], window, values }) {
      if (chain.length > 0 || window === undefined) return chain;
      const [from, to] = window;
      const path = String(values['path']);
      let likely: Suspect | undefined;
      for (const suspects of [running, ended]) {
        for (const suspect of suspects) {
          const { run } = suspect;
          const overlaps = run.from <= to && (run.to ?? to) + AFTER_MS >= from;
          if (overlaps && !(likely && isLikelier(likely, suspect, path))) likely = suspect;
        }
      }
      return likely === undefined ? chain : toGuessedChain(likely.run);
    },
  };
}

function toSuspect(run: RunTime): Suspect {
  const paths = new Map<string, number>();
  for (const { path } of [...run.chain, run]) if (path !== undefined) paths.set(path, (paths.get(path) ?? 0) + 1);
  return { run, paths, depth: countGuesses(run.chain) + run.chain.filter((link) => !link.inferred).length };
}

function isLikelier(one: Suspect, other: Suspect, path: string): boolean {
  const times = (suspect: Suspect): number => suspect.paths.get(path) ?? 0;
  return times(one) === times(other) ? one.depth > other.depth : times(one) > times(other);
}

import type { ChainLink, NewEvent } from '../event/hook-event.ts';
import { countGuesses, toGuessedChain, type Cause } from './to-chain.ts';

/** A run from when it may act; all times in milliseconds since 1970. */
export interface ActingRun extends Cause {
  readonly from: number;
}

/** Hears how a run goes on. */
export interface ActingTime {
  /** It did nothing before this. */
  acts(at: number): void;
  ends(at: number): void;
}

/** Knows which runs may have caused what appears. */
export interface RecentRuns {
  begin(run: ActingRun): ActingTime;
  /**
   * The chain of an event: the one it came with, or else that of a run which was under way when it appeared: of the one
   * that has most to do with its path, or else of the deepest.
   */
  chainOf(event: NewEvent): readonly ChainLink[];
}

/** How long after its end a run may still be the cause of what appears. */
const AFTER_MS = 1000;
/**
 * Later than this a file was hardly changed by a run that has ended, but rather by a person who saves every second. The
 * times of git are no more exact than a second.
 */
const SOON_MS = 100;

const KEPT_MS = 600_000;
const KEPT = 500;

interface Suspect {
  readonly run: Cause;
  from: number;
  /** Absent while it is under way. */
  to?: number;
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
    suspect.to = to;
    ended.push(suspect);
    if (ended.length > 2 * KEPT) ended = ended.slice(-KEPT);
    const oldest = to - KEPT_MS;
    if ((ended[0]?.to ?? to) < oldest) ended = ended.filter((other) => (other.to ?? to) >= oldest);
  }

  return {
    begin(run) {
      const suspect = toSuspect(run);
      running.add(suspect);
      return { acts: (at) => (suspect.from = at), ends: (at) => end(suspect, at) };
    },
    chainOf({ name, chain = [], window, values }) {
      if (chain.length > 0 || window === undefined) return chain;
      const [from, to] = window;
      const path = String(values['path']);
      let likely: Suspect | undefined;
      for (const suspects of [running, ended]) {
        for (const suspect of suspects) {
          const overlaps = suspect.from <= to && (suspect.to ?? to) + AFTER_MS >= from;
          if (overlaps && !(likely && isLikelier(likely, suspect, path))) likely = suspect;
        }
      }
      if (likely === undefined) return chain;
      const soonMs = name.startsWith('git.') ? AFTER_MS : SOON_MS;
      return toGuessedChain(likely.run, { isLate: (likely.to ?? to) + soonMs < from });
    },
  };
}

function toSuspect({ from, ...run }: ActingRun): Suspect {
  const paths = new Map<string, number>();
  for (const { path } of [...run.chain, run]) if (path !== undefined) paths.set(path, (paths.get(path) ?? 0) + 1);
  return { run, from, paths, depth: countGuesses(run.chain) + run.chain.filter((link) => !link.inferred).length };
}

function isLikelier(one: Suspect, other: Suspect, path: string): boolean {
  const times = (suspect: Suspect): number => suspect.paths.get(path) ?? 0;
  return times(one) === times(other) ? one.depth > other.depth : times(one) > times(other);
}

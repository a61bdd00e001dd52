import type { ChainLink, NewEvent } from '../event/hook-event.ts';
import type { EventName } from '../hook/hook.ts';
import { countGuesses, toGuessedChain, toKnownChain, type Cause } from './to-chain.ts';

/** A run from when it may act; all times in milliseconds since 1970. */
export interface ActingRun extends Cause {
  readonly from: number;
  /** What starts the names of the events that it tells of at its end at the latest, such as `git.`. */
  readonly tells?: string;
}

/** Hears how a run goes on. */
export interface ActingTime {
  /** It did nothing before this. */
  acts(at: number): void;
  /** It is known to be the cause of an event that has this name and these values, whenever that appears. */
  causes(name: EventName, values: Readonly<Record<string, string>>): void;
  ends(at: number): void;
}

/** Knows which runs may have caused what appears. */
export interface RecentRuns {
  begin(run: ActingRun): ActingTime;
  /** Resolves when no run is under way that may still tell that it is the cause of one of the events; `undefined` where none is. */
  told(events: readonly NewEvent[]): Promise<unknown> | undefined;
  /**
   * The chain of an event: the one it came with, or that of the run that is known to be its cause, or else that of a run which
   * was under way when it appeared: of the one that has most to do with its path, or else of the deepest.
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
  readonly effects: Effect[];
  readonly tells: string | undefined;
  /** Resolves at its end. */
  readonly over: Promise<void>;
  end(): void;
}

/** Events that a run is known to be the cause of. */
interface Effect {
  readonly name: EventName;
  readonly values: Readonly<Record<string, string>>;
  /** The one that it turned out to be; others may tell of it again. */
  event?: NewEvent;
}

/** Remembers the last 500 runs of ten minutes, besides those that are under way. */
export function createRecentRuns(): RecentRuns {
  const running = new Set<Suspect>();
  let ended: Suspect[] = [];

  function end(suspect: Suspect, to: number): void {
    running.delete(suspect);
    suspect.to = to;
    suspect.end();
    ended.push(suspect);
    if (ended.length > 2 * KEPT) ended = ended.slice(-KEPT);
    const oldest = to - KEPT_MS;
    if ((ended[0]?.to ?? to) < oldest) ended = ended.filter((other) => (other.to ?? to) >= oldest);
  }

  return {
    begin(run) {
      const suspect = toSuspect(run);
      running.add(suspect);
      return {
        acts: (at) => (suspect.from = at),
        causes: (name, values) => void suspect.effects.push({ name, values }),
        ends: (at) => end(suspect, at),
      };
    },
    told(events) {
      const open = events.filter(({ chain = [] }) => chain.length === 0);
      const telling = [...running].filter(({ tells }) => open.some(({ name }) => tells && name.startsWith(tells)));
      return telling.length === 0 ? undefined : Promise.all(telling.map(({ over }) => over));
    },
    chainOf(event) {
      const { name, chain = [], window, values } = event;
      const cause = findCause([...running, ...ended], event);
      if (chain.length > 0) return chain;
      if (cause !== undefined) return toKnownChain(cause.run);
      if (window === undefined) return chain;
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

/** Which run is known to be the cause of the event. Each effect is one event, and what a person does later may look the same. */
function findCause(suspects: readonly Suspect[], event: NewEvent): Suspect | undefined {
  const find = (isMeant: (effect: Effect) => boolean): Suspect | undefined =>
    suspects.find(({ effects }) => effects.some(isMeant));
  const isTold = (effect: Effect): boolean => event.id !== undefined && effect.event?.id === event.id;
  const isFitting = (effect: Effect): boolean => effect.event === undefined && fits(effect, event);
  const known = find(isTold);
  if (known !== undefined) return known;
  const cause = find(isFitting);
  const effect = cause?.effects.find(isFitting);
  if (effect !== undefined) effect.event = event;
  return cause;
}

function fits({ name, values }: Effect, event: NewEvent): boolean {
  return event.name === name && Object.entries(values).every(([key, value]) => event.values[key] === value);
}

function toSuspect({ from, tells, ...run }: ActingRun): Suspect {
  let resolveOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (resolveOver = resolve));
  const paths = new Map<string, number>();
  for (const { path } of [...run.chain, run]) if (path !== undefined) paths.set(path, (paths.get(path) ?? 0) + 1);
  return {
    run,
    from,
    paths,
    depth: countGuesses(run.chain) + run.chain.filter((link) => !link.inferred).length,
    effects: [],
    tells,
    over,
    end: resolveOver,
  };
}

function isLikelier(one: Suspect, other: Suspect, path: string): boolean {
  const times = (suspect: Suspect): number => suspect.paths.get(path) ?? 0;
  return times(one) === times(other) ? one.depth > other.depth : times(one) > times(other);
}

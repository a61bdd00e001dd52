import type { ChainLink, HookEvent } from '../event/hook-event.ts';
import type { PlannedRun } from './journal.ts';

/** A run, and what led to it. */
export interface Cause {
  readonly hook: string;
  readonly run: string;
  /** What it is about, if that is one path. */
  readonly path: string | undefined;
  readonly chain: readonly ChainLink[];
}

/** A run as the cause of what follows. */
export function toCause({ plan, event }: { readonly plan: PlannedRun; readonly event: HookEvent }): Cause {
  return { hook: plan.hook, run: plan.id, path: subjectOf(event), chain: event.chain };
}

/** More than a chain that is known can have, so that only guesses are cut off. */
const KEPT_LINKS = 12;

/** The chain of what a run is known to have caused. */
export function toKnownChain({ hook, run, path, chain }: Cause): readonly ChainLink[] {
  return [...chain, { hook, run, inferred: false, ...(path === undefined ? {} : { path }) }];
}

/** The chain of what a run may have caused; without its path where that is hardly likely, so that it only counts among all guesses. */
export function toGuessedChain(
  { hook, run, path, chain }: Cause,
  { isLate }: { readonly isLate: boolean },
): readonly ChainLink[] {
  const guesses = countGuesses(chain) + 1;
  const link = { hook, run, inferred: true, ...(path === undefined || isLate ? {} : { path }), guesses };
  return [...chain, link].slice(-KEPT_LINKS);
}

/** How many links of a chain are guessed, with those that were cut off. */
export function countGuesses(chain: readonly ChainLink[]): number {
  const guessed = chain.filter((link) => link.inferred);
  return guessed.at(-1)?.guesses ?? guessed.length;
}

/** The one path that an event is about: its own, or that of what led to it. */
export function subjectOf({ context, chain }: Pick<HookEvent, 'context' | 'chain'>): string | undefined {
  const { path, paths } = context;
  if (typeof path === 'string') return path;
  if (!Array.isArray(paths)) return chain.at(-1)?.path;
  const [only, ...others]: readonly unknown[] = paths;
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}

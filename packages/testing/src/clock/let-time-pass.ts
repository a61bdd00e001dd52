import type { FakeClock } from './create-fake-clock.ts';

/** How time passes. */
export interface TimePassing {
  /** Milliseconds at a time; 100 unless given. */
  readonly stepMs?: number;
  /** Whether only time can bring things on now; always unless given. */
  isIdle?(): boolean;
}

/** Far more than any test needs; without it a mistake would keep the process busy for all tests after it. */
const MAX_TURNS = 1_000_000;

/** Advances the clock step by step until `work` is settled; before each step all that is under way gets its turn. */
export async function letTimePass<T>(
  clock: FakeClock,
  work: Promise<T>,
  { stepMs = 100, isIdle = () => true }: TimePassing = {},
): Promise<T> {
  const state = { isSettled: false };
  const settle = (): void => void (state.isSettled = true);
  work.then(settle, settle);
  for (let turns = 0; !state.isSettled; turns++) {
    if (turns === MAX_TURNS) throw new Error(`Nothing came of ${MAX_TURNS} turns.`);
    await new Promise((resolve) => void setImmediate(resolve));
    if (!state.isSettled && isIdle()) clock.advance(stepMs);
  }
  return work;
}

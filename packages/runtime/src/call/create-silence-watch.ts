import type { Clock } from '@toolyard/core';

/** A call that ends where nothing is heard for too long. */
export interface WatchedCall {
  /** How long nothing may be heard from now on, in milliseconds; `undefined` while that does not matter. */
  silenceLeft(): number | undefined;
  endSilent(): void;
}

/** Ends calls that were silent for too long. */
export interface SilenceWatch {
  /** From now on a call may be silent for `ms` at most. */
  begin(ms: number): void;
  /** Nothing is watched any more. */
  end(): void;
}

/** Whose calls are watched. */
export interface SilenceWatchOptions {
  readonly clock: Clock;
  open(): readonly WatchedCall[];
}

/** One timer for all calls: nearly all end long before, and to set and clear one for each costs more than to look through them. */
export function createSilenceWatch({ clock, open }: SilenceWatchOptions): SilenceWatch {
  let stopClock: (() => void) | undefined;

  function begin(ms: number): void {
    stopClock ??= clock.after(ms, look);
  }

  function end(): void {
    stopClock?.();
    stopClock = undefined;
  }

  function look(): void {
    for (const call of open()) if ((call.silenceLeft() ?? 1) <= 0) call.endSilent();
    end();
    const left = open().flatMap((call) => call.silenceLeft() ?? []);
    if (left.length > 0) begin(left.reduce((least, ms) => Math.min(least, ms)));
  }

  return { begin, end };
}

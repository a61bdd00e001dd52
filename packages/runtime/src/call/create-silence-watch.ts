import type { Clock } from '@toolyard/core';

/** A call that ends where nothing is heard for too long. */
export interface WatchedCall {
  /** How long nothing may be heard from now on, in milliseconds; `undefined` while that does not matter. */
  silenceLeft(): number | undefined;
  endSilent(): void;
}

/** Ends calls that were silent for too long. */
export interface SilenceWatch {
  /** A call runs from now on. */
  begin(): void;
  /** Nothing is watched any more. */
  end(): void;
}

/** Whose calls are watched. */
export interface SilenceWatchOptions {
  readonly clock: Clock;
  /** How long a call may be silent at most. */
  readonly silenceMs: number;
  open(): readonly WatchedCall[];
  /** Told what the end of a call throws, which is nothing to the others. */
  readonly onBug: (error: unknown) => void;
}

/** One timer for all calls: nearly all end long before, and to set and clear one for each costs more than to look through them. */
export function createSilenceWatch({ clock, silenceMs, open, onBug }: SilenceWatchOptions): SilenceWatch {
  let stopClock: (() => void) | undefined;

  function set(ms: number): void {
    stopClock ??= clock.after(ms, look);
  }

  function look(): void {
    stopClock = undefined;
    for (const call of open()) if ((call.silenceLeft() ?? 1) <= 0) end(call);
    const left = open().flatMap((call) => call.silenceLeft() ?? []);
    // A clock that was set back must not put off the end of those that come next.
    if (left.length > 0) set(left.reduce((least, ms) => Math.min(least, ms), silenceMs));
  }

  function end(call: WatchedCall): void {
    try {
      call.endSilent();
    } catch (error) {
      onBug(error);
    }
  }

  return {
    begin: () => set(silenceMs),
    end() {
      stopClock?.();
      stopClock = undefined;
    },
  };
}

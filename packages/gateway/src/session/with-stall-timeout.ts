import type { Clock, Link } from '@toolyard/core';

/** Sends to a client that may not take everything at once. */
export interface StallLimitedSender {
  /** As `Link.send`, but where the client is not alone the promise resolves after a while in any case. */
  readonly send: Link['send'];
  /** Whether the client has taken nothing for so long that nobody waits for it any more. */
  isStuck(): boolean;
}

/** How long a server waits for one client, in milliseconds; all others that use it wait too. */
const PATIENCE_MS = 5000;

export interface StallTimeoutOptions {
  readonly link: Link;
  readonly clock: Clock;
  /** Whether nobody else has to wait with this client. */
  isAlone(): boolean;
}

/** A sender on the link of a client. */
export function withStallTimeout({ link, clock, isAlone }: StallTimeoutOptions): StallLimitedSender {
  let waiting: Promise<void> | undefined;
  let isStuck = false;

  function waitFor(pressure: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      let stopClock = clock.after(PATIENCE_MS, giveUp);
      function giveUp(): void {
        isStuck = !isAlone();
        if (isStuck) resolve();
        else stopClock = clock.after(PATIENCE_MS, giveUp);
      }
      void pressure.then(() => {
        stopClock();
        isStuck = false;
        waiting = undefined;
        resolve();
      });
    });
  }

  return {
    isStuck: () => isStuck,
    send(frame, relatedTo) {
      const pressure = link.send(frame, relatedTo);
      if (pressure === undefined) return undefined;
      waiting ??= waitFor(pressure);
      return isStuck ? undefined : waiting;
    },
  };
}

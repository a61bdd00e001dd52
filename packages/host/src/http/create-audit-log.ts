import type { Clock, Log } from '@toolyard/core';
import type { AuditedCall, AuditedRefusal } from '@toolyard/front';

/** Writes down what clients did. */
export interface AuditLog {
  add(entry: AuditedCall | AuditedRefusal): void;
  /** Writes what waits. */
  flush(): void;
}

/** How long lines are gathered: one write for each call would cost more than the call. */
const GATHER_MS = 100;

/** One line of JSON an entry, at level `info`, under the server of its tool. */
export function createAuditLog(log: Log, clock: Clock): AuditLog {
  let waiting: (AuditedCall | AuditedRefusal)[] = [];
  let takeBack: (() => void) | undefined;

  function flush(): void {
    takeBack?.();
    takeBack = undefined;
    for (const entry of waiting) log.write('info', JSON.stringify(entry), serverOf(entry));
    waiting = [];
  }

  return {
    flush,
    add(entry) {
      waiting.push(entry);
      takeBack ??= clock.after(GATHER_MS, flush);
    },
  };
}

function serverOf(entry: AuditedCall | AuditedRefusal): string | undefined {
  return entry.event === 'call' ? entry.server : undefined;
}

import type { Clock, Log } from '@toolyard/core';

const MOST = 3;
const SPAN_MS = 60_000;

/** Writes warnings about one server to the log: three a minute, and then how many were left out. */
export function limitWarnings({
  log,
  server,
  clock,
}: {
  readonly log: Log;
  readonly server: string;
  readonly clock: Pick<Clock, 'now'>;
}): (text: string) => void {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (text) => {
    const age = clock.now() - since;
    // A clock that was set back begins a new minute too.
    if (age >= SPAN_MS || age < 0) {
      if (count > MOST) log.write('warning', `${count - MOST} more warnings about it were left out`, server);
      since = clock.now();
      count = 0;
    }
    if (++count <= MOST) log.write('warning', text, server);
  };
}

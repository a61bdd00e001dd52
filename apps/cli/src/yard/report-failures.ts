import type { Log, Yard } from '@toolyard/core';
import { describeFailure } from './describe-failure.ts';

/** Writes one line to the log whenever a server fails. */
export function reportFailures(yard: Yard, log: Log): void {
  const said = new Map<string, string>();
  yard.on((event) => {
    if (event.type !== 'server-changed') return;
    const { key, state } = event.status;
    const failed = state === 'failed' || state === 'retrying' || state === 'auto-disabled' || state === 'needs-login';
    const text = failed ? describeFailure(event.status) : undefined;
    if (text === undefined) said.delete(key);
    else if (said.get(key) !== text) {
      said.set(key, text);
      log.write('error', text, key);
    }
  });
}

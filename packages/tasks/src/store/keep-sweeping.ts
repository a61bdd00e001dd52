import type { Clock } from '@toolyard/core';
import type { UserTransactions } from './create-user-transactions.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Many runs are shorter than that. */
const FIRST_MS = 60 * 1000;

/** Work that comes again until it is stopped. */
export interface Sweeper {
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/** Removes expired idempotency keys of all users, a minute after the start and then every hour. */
export function keepSweeping(transactions: Pick<UserTransactions, 'sweeping'>, clock: Clock): Sweeper {
  let underWay = Promise.resolve();
  let cancel = clock.after(FIRST_MS, sweep);

  function sweep(): void {
    const until = new Date(clock.now()).toISOString();
    underWay = transactions
      .sweeping(until, async ({ query }) => query('DELETE FROM toolyard_tasks.once WHERE expires_at <= $1', [until]))
      // A database that is away now is swept an hour later; expired keys have no effect until then.
      .then(ignore, ignore);
    cancel = clock.after(EVERY_MS, sweep);
  }

  return {
    async stop() {
      cancel();
      await underWay;
    },
  };
}

function ignore(): void {}

import type { SessionUse } from '@toolyard/core';

/** Counts the calls of sessions against their limits. */
export interface SessionLimits {
  /** Counts one more call; `false` where the session has none left. It has the limit that was last given. */
  take(session: string, limit?: number): boolean;
  /** What was counted, and the limit that was last asked for. */
  use(session: string): SessionUse;
  /** Grants as many calls again as the limit. */
  extend(session: string): void;
  /** Knows nothing of the session any more. */
  reset(session: string): void;
}

export interface SessionLimitsOptions {
  /** For calls that bring none; asked for each time, since it may change. -1 is unlimited. */
  limit(): number;
  /** Called with the first call of a session that is refused, and again only after `extend`. */
  onReached(session: string, limit: number): void;
}

interface Account {
  readonly used: number;
  readonly extensions: number;
  readonly isTold: boolean;
  /** Absent where it is the common one. */
  readonly limit?: number | undefined;
}

/** Sessions have no end that the yard hears of, so the longest unused ones are forgotten. */
const MOST_SESSIONS = 10_000;

const FRESH: Account = { used: 0, extensions: 0, isTold: false };

/** Knows no session yet. */
export function createSessionLimits({ limit, onReached }: SessionLimitsOptions): SessionLimits {
  const accounts = new Map<string, Account>();

  function accountOf(session: string): Account {
    return accounts.get(session) ?? FRESH;
  }

  function keep(session: string, account: Account): void {
    accounts.delete(session);
    accounts.set(session, account);
    const [oldest] = accounts.size > MOST_SESSIONS ? accounts.keys() : [];
    if (oldest !== undefined) accounts.delete(oldest);
  }

  return {
    take(session, own) {
      const most = own ?? limit();
      const account = { ...accountOf(session), limit: own };
      if (most === -1 || account.used < most * (1 + account.extensions)) {
        keep(session, { ...account, used: account.used + 1 });
        return true;
      }
      keep(session, { ...account, isTold: true });
      if (!account.isTold) onReached(session, most);
      return false;
    },
    use(session) {
      const { used, limit: own } = accountOf(session);
      return { calls: used, limit: own ?? limit() };
    },
    reset: (session) => void accounts.delete(session),
    extend(session) {
      const account = accountOf(session);
      keep(session, { ...account, extensions: account.extensions + 1, isTold: false });
    },
  };
}

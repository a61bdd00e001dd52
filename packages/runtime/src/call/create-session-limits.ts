/** Counts the calls of sessions against one limit. */
export interface SessionLimits {
  /** Counts one more call; `false` where the session has none left. */
  take(session: string): boolean;
  /** Grants as many calls again as the limit. */
  extend(session: string): void;
}

/** What limits are made of. */
export interface SessionLimitsOptions {
  /** Asked for each time, since it may change; -1 is unlimited. */
  limit(): number;
  /** Called with the first call of a session that is refused, and again only after `extend`. */
  onReached(session: string, limit: number): void;
}

interface Account {
  readonly used: number;
  readonly extensions: number;
  readonly isTold: boolean;
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
    take(session) {
      const most = limit();
      const account = accountOf(session);
      if (most === -1 || account.used < most * (1 + account.extensions)) {
        keep(session, { ...account, used: account.used + 1 });
        return true;
      }
      keep(session, { ...account, isTold: true });
      if (!account.isTold) onReached(session, most);
      return false;
    },
    extend(session) {
      const account = accountOf(session);
      keep(session, { ...account, extensions: account.extensions + 1, isTold: false });
    },
  };
}

import { HOOK_LIMITS } from '../hook/hook.ts';

/** What a call showed of its server: it answered, or it did not. */
export type ServerReaction = 'answered' | 'failed';

/** Keeps runs from a server that fails again and again; one breaker for each server. */
export interface Breakers {
  /** Why a server is left alone now; `undefined` where it is not. */
  obstacle(server: string, now: number): string | undefined;
  /** Whether a run has to wait, since another one is trying the server. */
  isTried(server: string): boolean;
  /** A run goes to the server. The returned function is told what it showed, or nothing where it never got there. */
  enter(server: string, now: number): (reaction: ServerReaction | undefined, now: number) => void;
  /** The server is back since the given time: what was before does not count. */
  close(server: string, since: number): void;
}

interface Breaker {
  failures: number;
  failedAt: number;
  isTried: boolean;
}

/** All closed. */
export function createBreakers(): Breakers {
  const breakers = new Map<string, Breaker>();

  function opened(server: string): Breaker | undefined {
    const breaker = breakers.get(server);
    return breaker !== undefined && breaker.failures >= HOOK_LIMITS.breakerFailures ? breaker : undefined;
  }

  function conclude(server: string, reaction: ServerReaction | undefined, now: number): void {
    if (reaction === 'answered') breakers.delete(server);
    if (reaction !== 'failed') return;
    const failures = (breakers.get(server)?.failures ?? 0) + 1;
    breakers.set(server, { failures, failedAt: now, isTried: false });
  }

  return {
    obstacle(server, now) {
      const breaker = opened(server);
      if (breaker === undefined || now >= breaker.failedAt + HOOK_LIMITS.breakerMs) return undefined;
      const next = new Date(breaker.failedAt + HOOK_LIMITS.breakerMs).toISOString();
      return `server unavailable: ${breaker.failures} failures in a row, tried again at ${next}`;
    },
    isTried: (server) => opened(server)?.isTried ?? false,
    enter(server, now) {
      const breaker = opened(server);
      const tries = breaker !== undefined && now >= breaker.failedAt + HOOK_LIMITS.breakerMs;
      if (tries) breaker.isTried = true;
      return (reaction, then) => {
        if (tries) breaker.isTried = false;
        conclude(server, reaction, then);
      };
    },
    close(server, since) {
      const breaker = breakers.get(server);
      if (breaker !== undefined && since > breaker.failedAt) breakers.delete(server);
    },
  };
}

import { orAborted, withDeadline, type Clock, type Relay, type Respondent, type Yard } from '@toolyard/core';

/**
 * Resolves when no server whose tools are unknown is starting any more, at most `waitMs` from now, and at most `waitMs` after the last of
 * them began; `undefined` where there is nothing to wait for.
 */
export function waitForUnlistedServers(yard: Yard, clock: Clock, waitMs: number): Promise<void> | undefined {
  const starting = yard.servers().filter((server) => server.state === 'starting' && server.remembered !== true);
  if (starting.length === 0) return undefined;
  const lastBegin = Math.max(...starting.map((server) => Date.parse(server.lastAttemptAt ?? '') || clock.now()));
  const ms = Math.min(waitMs, lastBegin + waitMs - clock.now());
  if (ms <= 0) return undefined;
  const keys = starting.map((server) => server.key);
  return withDeadline({ clock, ms }, (until) => settleAll(yard, keys, until));
}

/** The same, and what is offered to this client alone is known, in that time. */
export function waitForLists(
  yard: Yard & Relay,
  client: Respondent,
  limit: { readonly clock: Clock; readonly ms: number },
): Promise<void> | undefined {
  const starting = waitForUnlistedServers(yard, limit.clock, limit.ms);
  const learning = yard.learnLists(client);
  if (learning === undefined) return starting;
  // Where the time is over, what is not known is left out, and announced when it is.
  const learned = withDeadline(limit, (until) => orAborted(learning, until)).catch(() => undefined);
  return Promise.all([starting, learned]).then(() => undefined);
}

async function settleAll(yard: Yard, keys: readonly string[], signal: AbortSignal): Promise<void> {
  // One after another, since all at once would put as many listeners on one signal, of which Node warns.
  for (const key of keys) await yard.settled({ key, signal });
}

import type { Clock, ServerState, ServerStatus } from '@toolyard/core';
import { createBreakers, type ServerReaction } from './create-breakers.ts';
import { toAvailability } from './describe-server-state.ts';
import type { HookYard } from './hook-engine.ts';

/** Decides when runs go to a server, and when they do not. */
export interface ServerGates {
  /**
   * Whether runs can go on now; where not, they wait until `onChange` is called. A server that is not there is tried again for
   * a run that has waited since then, in milliseconds since 1970, unless somebody has done that already.
   */
  admits(server: string, since: number): boolean;
  /** Resolves when the server is not waited for any more; tries it again as `admits` does. */
  ready(server: string, since: number): Promise<void>;
  /** Why no run goes to the server now, for people; `undefined` where one does. */
  obstacle(server: string): string | undefined;
  /** A run goes to the server. The returned function is told what it showed, or nothing where it never got there. */
  enter(server: string): (reaction?: ServerReaction) => void;
}

export interface ServerGatesOptions {
  readonly yard: Pick<HookYard, 'server' | 'settled' | 'revive'>;
  readonly clock: Clock;
  /** Aborted when nothing more is to be waited for. */
  readonly signal: AbortSignal;
  onChange(): void;
}

/** Those that would be tried again by themselves some time, or that were given up. */
const TRIABLE: ReadonlySet<ServerState> = new Set(['retrying', 'auto-disabled']);

/** How long a server is let alone that could not be waited for, or that was tried. */
const PAUSE_MS = 1000;

/** Gates of servers of which nothing is known yet. */
export function createServerGates({ yard, clock, signal, onChange }: ServerGatesOptions): ServerGates {
  const breakers = createBreakers();
  const waiting = new Map<string, Promise<void>>();
  const down = new Set<string>();
  const triedAt = new Map<string, number>();

  function wait(server: string, ready: () => Promise<void>): void {
    const goOn = (): void => {
      waiting.delete(server);
      if (!signal.aborted) onChange();
    };
    // Asking again at once could go on forever.
    const pause = (): Promise<void> => new Promise((resolve) => void clock.after(PAUSE_MS, resolve));
    waiting.set(server, ready().catch(pause).then(goOn));
  }

  async function tryAgain(server: string): Promise<void> {
    const pauseMs = (triedAt.get(server) ?? -Infinity) + PAUSE_MS - clock.now();
    if (pauseMs > 0) await new Promise<void>((resolve) => void clock.after(pauseMs, resolve));
    if (signal.aborted || !TRIABLE.has(yard.server(server)?.state ?? 'stopped')) return;
    triedAt.set(server, clock.now());
    await yard.revive(server);
    await yard.settled(server, signal);
  }

  function look(server: string): ServerStatus | undefined {
    const status = yard.server(server);
    if (status === undefined || status.state === 'starting' || toAvailability(status.state) === 'unavailable')
      down.add(server);
    else if (status.state === 'running') {
      // Whoever comes back is not held responsible for what was before.
      if (down.delete(server)) breakers.close(server, Infinity);
      if (status.lastConnectedAt !== undefined) breakers.close(server, Date.parse(status.lastConnectedAt));
    }
    return status;
  }

  function admits(server: string, since: number): boolean {
    if (waiting.has(server)) return false;
    const status = look(server);
    if (status?.state === 'starting') wait(server, () => yard.settled(server, signal));
    else if (status && TRIABLE.has(status.state) && isOldNews(status, triedAt.get(server), since))
      wait(server, () => tryAgain(server));
    return !waiting.has(server) && !breakers.isTried(server);
  }

  return {
    admits,
    async ready(server, since) {
      admits(server, since);
      await waiting.get(server);
    },
    obstacle(server) {
      return explainUnavailable(server, look(server)) ?? breakers.obstacle(server, clock.now());
    },
    enter(server) {
      const leave = breakers.enter(server, clock.now());
      return (reaction) => leave(reaction, clock.now());
    },
  };
}

/** Whether nobody has tried the server since then. */
function isOldNews(status: ServerStatus, triedAt: number | undefined, since: number): boolean {
  const { phase, lastAttemptAt, lastFailureAt } = status;
  const isTried = [triedAt, toMs(lastAttemptAt), phase === 'runtime' ? undefined : toMs(lastFailureAt)];
  return !isTried.some((at) => at !== undefined && at >= since);
}

function explainUnavailable(server: string, status: ServerStatus | undefined): string | undefined {
  if (status === undefined) return `server unavailable: "${server}" is not in the configuration`;
  if (toAvailability(status.state) !== 'unavailable') return undefined;
  return `server unavailable: ${[status.state, status.reason].filter((part) => part !== undefined).join(', ')}`;
}

function toMs(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

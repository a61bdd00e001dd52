import type { CallEvent, Clock, Yard } from '@toolyard/core';
import type { Pages } from './page.ts';
import { renderMetrics, type CallCounts } from './render-metrics.ts';

/** What the pages tell about. */
export interface StatusSource {
  readonly clock: Clock;
  /** The yard that is served now, if any. */
  yard(): Yard | undefined;
  /** How many sessions are open. */
  sessions(): number;
  /** Whether new clients are turned away. */
  isFull(): boolean;
}

/** The pages for those who watch over the process, and the counting they need. */
export interface StatusPages {
  readonly pages: Pages;
  /** Counts the calls of a yard from now on; the returned function ends that. */
  follow(yard: Yard): () => void;
}

/** `/healthz`, `/readyz` and `/metrics`. The first two name nothing, so that probes need no token. */
export function createStatusPages({ clock, yard, sessions, isFull }: StatusSource): StatusPages {
  const startedAt = clock.now();
  const calls: Record<keyof CallCounts, number> = { success: 0, error: 0, timeout: 0, cancelled: 0 };
  const count = (event: CallEvent): void => {
    if (event.type !== 'call-changed') return;
    const { status } = event.call;
    if (status !== 'pending' && status !== 'executing') calls[status] += 1;
  };
  return {
    follow: (next) => next.calls.on(count),
    pages: {
      '/healthz': { isOpen: true, create: () => ({ status: 200, type: 'text/plain', body: 'ok\n' }) },
      '/readyz': { isOpen: true, create: () => describeReadiness(yard(), { sessions: sessions(), full: isFull() }) },
      '/metrics': {
        isOpen: false,
        create: () => ({
          status: 200,
          type: 'text/plain; version=0.0.4; charset=utf-8',
          body: renderMetrics({ yard: yard(), calls, sessions: sessions(), uptimeMs: clock.now() - startedAt }),
        }),
      },
    },
  };
}

interface Clients {
  readonly sessions: number;
  readonly full: boolean;
}

function describeReadiness(yard: Yard | undefined, { sessions, full }: Clients): ReturnType<Pages[string]['create']> {
  const states = yard?.servers().map(({ state }) => state) ?? [];
  const starting = states.filter((state) => state === 'starting').length;
  const ready = yard !== undefined && starting === 0 && !full;
  const running = states.filter((state) => state === 'running').length;
  const body = JSON.stringify({
    ready,
    servers: states.length,
    running,
    starting,
    sessions,
    ...(full ? { full } : {}),
  });
  return { status: ready ? 200 : 503, type: 'application/json', body };
}

import type { Clock } from '@toolyard/core';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/** How long a stop may take, in milliseconds. */
export interface StopLimits {
  readonly drainMs: number;
  readonly stopMs: number;
}

/** Takes requests for `drainMs` more, then no new connections; resolves when all are answered, or cut off after `stopMs`. */
export async function closeBackend(app: FastifyInstance, clock: Clock, { drainMs, stopMs }: StopLimits): Promise<void> {
  if (drainMs > 0) await new Promise<void>((resolve) => void clock.after(drainMs, resolve));
  const closed = app.close();
  let cancelSweep = (): void => undefined;
  const sweep = (): void => {
    // A connection that waits for its next request would keep the server open as long as its client likes.
    app.server.closeIdleConnections();
    cancelSweep = clock.after(SWEEP_MS, sweep);
  };
  sweep();
  const cancelForce = clock.after(stopMs, () => app.server.closeAllConnections());
  try {
    await closed;
  } finally {
    cancelSweep();
    cancelForce();
  }
}

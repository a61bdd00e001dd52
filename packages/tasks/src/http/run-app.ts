import { toPortUnavailable, type Clock, type ListeningPlace } from '@toolyard/core';
import type { FastifyInstance } from 'fastify';

/** How often connections that wait for another request are ended while a backend stops. */
const SWEEP_MS = 50;

/** How long a stop may take, in milliseconds. */
interface StopLimits {
  readonly drainMs: number;
  readonly stopMs: number;
}

/** Listens and gives the port; rejects with `port-unavailable` where that cannot be. */
export async function listenApp(app: FastifyInstance, place: ListeningPlace): Promise<number> {
  try {
    await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    throw toPortUnavailable('The task backend cannot listen', place, error);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : place.port;
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

import { toPortUnavailable, type ListeningPlace } from '@toolyard/core';
import type { FastifyInstance } from 'fastify';

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

import type { Server } from 'node:http';
import { toPortUnavailable, type ListeningPlace } from '@toolyard/core';

/** Listens and gives the port; rejects with `port-unavailable` where that cannot be. */
export function listenOn(server: Server, place: ListeningPlace): Promise<number> {
  const { host, port } = place;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toPortUnavailable('HTTP cannot be served', place, error)));
    server.listen({ port, host: host.replace(/^\[(.*)\]$/, '$1') }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

import type { Server } from 'node:http';
import { ToolyardError } from '@toolyard/core';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it already. End that one, or choose another port',
  EACCES: 'this user may not use it. Choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address. Choose another one',
  ENOTFOUND: 'there is no such host. Choose another one',
};

/** Listens and gives the port; rejects with `port-unavailable` where that cannot be. */
export function listenOn(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ''] ?? error.message;
      const message = `HTTP cannot be served on ${host}, port ${port}: ${reason}.`;
      reject(new ToolyardError('port-unavailable', message, { cause: error }));
    });
    server.listen({ port, host: host.replace(/^\[(.*)\]$/, '$1') }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

import { ToolyardError, toMessage } from '@toolyard/core';
import type { FastifyInstance } from 'fastify';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it already. End that one, or choose another port',
  EACCES: 'this user may not use it. Choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address. Choose another one',
};

/** Listens and gives the port; rejects with `port-unavailable` where that cannot be. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    const reason = REASONS[code] ?? toMessage(error);
    const message = `The task backend cannot listen on ${host}, port ${port}: ${reason}.`;
    throw new ToolyardError('port-unavailable', message, { cause: error });
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

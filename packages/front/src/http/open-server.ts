import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { HttpLimits } from './http-limits.ts';

/** How a server takes connections. */
export interface HttpServerOptions {
  readonly limits: Pick<HttpLimits, 'headersMs' | 'requestMs' | 'maxConnections'>;
  /** The certificate and its key, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** How long the last answers wait for clients that do not read. */
const CLOSE_MS = 500;

/** A server that does not listen yet; slow clients lose their connection. */
export function openServer({ limits, tls }: HttpServerOptions, listener: RequestListener): Server {
  const settings = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    // Node looks for slow requests only this often.
    connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    keepAliveTimeout: 30_000,
  };
  const server =
    tls === undefined
      ? createServer(settings, listener)
      : createSecureServer({ ...settings, ...tls, handshakeTimeout: limits.headersMs }, listener);
  server.maxConnections = limits.maxConnections;
  return server;
}

/** Resolves when no connection is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  // A client that does not read its last answer is not waited for.
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  await closed;
  clearTimeout(force);
}

import type { Server } from 'node:http';
import { createRequestGuard } from '../create-request-guard.ts';
import { DEFAULT_HTTP_LIMITS } from '../http-limits.ts';
import { listenOn } from '../listen-on.ts';
import { closeServer, openServer } from '../open-server.ts';
import { toUrl } from '../to-url.ts';
import { isWebhookPath, type WebhookReception } from './create-webhook-reception.ts';

/** Serves the addresses of hooks and nothing else, to this machine alone. */
export interface WebhookServer {
  /** Gives the port, which is a free one for 0; rejects with `port-unavailable`. */
  listen(port: number): Promise<number>;
  /** Resolves when no connection is left. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const LIMITS = { ...DEFAULT_HTTP_LIMITS, requestMs: 20_000, maxConnections: 1000 };

/** A server that does not listen yet. */
export function createWebhookServer(webhooks: WebhookReception): WebhookServer {
  let server: Server | undefined;
  return {
    async listen(port) {
      let guard: ReturnType<typeof createRequestGuard> | undefined;
      server = openServer({ limits: LIMITS }, (request, response) => {
        response.setHeader('cache-control', 'no-store');
        const path = toUrl(request)?.pathname ?? '';
        if (guard !== undefined && isWebhookPath(path)) void webhooks.serve(request, response, { path, guard });
        else response.writeHead(404, { connection: 'close' }).end('Not found. Webhooks are served at /hooks/ID.\n');
      });
      const listening = await listenOn(server, { host: HOST, port });
      guard = createRequestGuard({ host: HOST, port: listening });
      return listening;
    },
    async close() {
      if (server !== undefined) await closeServer(server);
    },
  };
}

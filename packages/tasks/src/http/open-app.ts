import { Socket } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerBrokenRequest } from './answer-broken-request.ts';
import type { BackendLimits } from './backend-limits.ts';
import type { RequestJournal } from '../operations/create-request-journal.ts';
import { readJsonOnly } from './read-json-only.ts';

export interface AppOptions {
  readonly limits: BackendLimits;
  readonly journal: RequestJournal;
  newId(): string;
  /** Answers a request whose address cannot be read. */
  refuse(error: Error, request: FastifyRequest, reply: FastifyReply): void;
}

/** A Fastify without routes that reads JSON strictly and answers even what is no HTTP. */
export function openApp({ limits, journal, newId, refuse }: AppOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    // The stop is ours: what comes while it lasts is still answered.
    return503OnClosing: false,
    forceCloseConnections: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.urlLength,
      // Each operation reads its own query, by its schema.
      querystringParser: () => ({}),
    },
    http: {
      headersTimeout: limits.headersMs,
      // Node looks for slow requests only this often.
      connectionsCheckingInterval: Math.min(5000, limits.headersMs),
    },
    genReqId: (request) => readRequestId(request) ?? newId(),
    frameworkErrors: refuse,
    clientErrorHandler(error, socket) {
      const id = newId();
      const end = journal.open({ id, method: '(unknown)', error: 'malformed-request' });
      end(socket instanceof Socket ? answerBrokenRequest(error.code, socket, id) : null);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  readJsonOnly(app);
  return app;
}

function readRequestId({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : undefined;
}

import { Socket } from 'node:net';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { BackendLimits } from './backend-limits.ts';
import type { RequestJournal } from '../operations/create-request-journal.ts';
import { readJsonOnly } from './read-json-only.ts';
import { PROBLEMS, type Problem } from '../domain/problem.ts';
import { toProblemBody } from '../operations/to-problem-body.ts';

/** What Node's HTTP parser refuses. */
const BROKEN_BY_CODE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { kind: 'headers-too-large', detail: 'The URL and headers together are larger than 16 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'request-timeout', detail: 'The request did not arrive in time.' },
};

const NOT_HTTP: Problem = { kind: 'malformed-request', detail: 'This is not an HTTP/1.1 request.' };

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

/** Answers what is no request of HTTP, and ends its connection; gives its status, or `null` where nobody is there to read it. */
function answerBrokenRequest(code: string, socket: Socket, requestId: string): number | null {
  if (code === 'ECONNRESET' || !socket.writable) return null;
  const problem = BROKEN_BY_CODE[code] ?? NOT_HTTP;
  const { status } = PROBLEMS[problem.kind];
  const body = JSON.stringify(toProblemBody(problem, requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  return status;
}

import type { Clock } from '@toolyard/core';
import type { FastifyInstance } from 'fastify';
import type { TaskStore } from '../domain/task-store.ts';
import { answerProblems, sendProblem } from './answer-problems.ts';
import { DEFAULT_BACKEND_LIMITS, type BackendLimits } from './backend-limits.ts';
import { createAdmission } from './create-admission.ts';
import { createAuthenticator } from './create-authenticator.ts';
import { createPageHandlers } from './create-page-handlers.ts';
import { createRateLimiter } from './create-rate-limiter.ts';
import { createRequestJournal } from '../operations/create-request-journal.ts';
import { createRequestMetrics } from './create-request-metrics.ts';
import { createTaskHandlers } from '../operations/create-task-handlers.ts';
import { toShownPath } from '../operations/find-operations.ts';
import { journalRequests } from './journal-requests.ts';
import { openApp } from './open-app.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { registerOperations } from './register-operations.ts';
import type { RequestLogLine } from '../operations/request-log-line.ts';
import { closeBackend, listenApp } from './run-app.ts';

export interface RestBackendOptions {
  /** Stays open when the backend is closed. */
  readonly store: TaskStore;
  /** One, or two while the old one is being replaced. */
  readonly serviceTokens: readonly string[];
  readonly clock: Clock;
  /** Names requests that bring no name of their own. */
  newId(): string;
  /** Told of each request when it ended. */
  writeLog(line: RequestLogLine): void;
  readonly limits?: Partial<BackendLimits>;
  /** The version that the description of the interface shows. */
  readonly version: string;
}

/** A request without a socket. */
export interface DirectRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to a request without a socket. */
export interface DirectReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The task backend over REST. */
export interface RestBackend {
  /** Answers as over HTTP, tokens and limits included. */
  handle(request: DirectRequest): Promise<DirectReply>;
  /** Gives the port, which is a free one for 0. Rejects with `port-unavailable`. */
  listen(address: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  /** Readiness goes first; requests in flight get their answers, at most as long as `stopMs`. */
  close(): Promise<void>;
}

/** A backend that does not listen yet. Throws `usage` for service tokens that protect nothing. */
export function createRestBackend(options: RestBackendOptions): RestBackend {
  const { clock } = options;
  const limits = { ...DEFAULT_BACKEND_LIMITS, ...options.limits };
  let closing: Promise<void> | undefined;
  const app = assemble(options, limits, () => closing !== undefined);
  return {
    async handle({ method, path, headers = {}, body }) {
      const payload = body === undefined ? {} : { payload: body };
      const reply = await app.inject({ method, url: path, headers: { ...headers }, ...payload });
      const texts = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
      return { status: reply.statusCode, headers: Object.fromEntries(texts), body: reply.payload };
    },
    listen: async (address) => ({ port: await listenApp(app, address) }),
    async close() {
      closing ??= closeBackend(app, clock, limits);
      await closing;
    },
  };
}

function assemble(options: RestBackendOptions, limits: BackendLimits, isStopping: () => boolean): FastifyInstance {
  const { store, serviceTokens, clock, newId, version } = options;
  const metrics = createRequestMetrics();
  const journal = createRequestJournal(clock, (line) => options.writeLog(line), metrics);
  const auth = createAuthenticator({ serviceTokens, tokens: store.tokens });
  const admit = createAdmission(auth, createRateLimiter(limits, clock), limits);
  const app = openApp({
    limits,
    journal,
    newId,
    refuse(error, request, reply) {
      follow(request, reply);
      sendProblem(error, request, reply, recordOf);
    },
  });
  const { recordOf, follow } = journalRequests(app, journal);
  answerProblems(app, OPERATIONS, recordOf);
  app.addHook('onSend', async (_, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
  registerOperations(app, {
    operations: OPERATIONS,
    handlers: {
      ...createTaskHandlers(store, clock),
      ...createPageHandlers({ store, clock, metrics, operations: OPERATIONS, version, isStopping }),
    },
    async admit(operation, request) {
      const record = recordOf(request);
      record.endpoint = { pattern: operation.path, path: toShownPath(operation.path, request.url) };
      const { url, headers } = request;
      await admit(operation, { url, headers, onUser: (user) => void (record.user = user) });
    },
    userOf: (request) => recordOf(request).user ?? '',
  });
  return app;
}

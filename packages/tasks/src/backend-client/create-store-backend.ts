import { orAborted } from '@toolyard/core';
import type { Clock } from '@toolyard/core';
import { PROBLEMS } from '../domain/problem.ts';
import type { TaskStore } from '../domain/task-store.ts';
import { createOpenapi } from '../operations/create-openapi.ts';
import { createRequestJournal, type JournaledRequest } from '../operations/create-request-journal.ts';
import { createTaskHandlers } from '../operations/create-task-handlers.ts';
import { findOperations, toShownPath, toUnknownRoute } from '../operations/find-operations.ts';
import type { OperationRequest } from '../operations/operation-handler.ts';
import type { Operation, TaskOperationId } from '../operations/operation.ts';
import { TASK_OPERATIONS } from '../operations/operations.ts';
import { ProblemError } from '../operations/problem-error.ts';
import { toEtag } from '../operations/read-conditions.ts';
import type { RequestLogLine } from '../operations/request-log-line.ts';
import { BODY_TOO_LARGE, BODY_UNREADABLE, checkAddress, DEFAULT_REQUEST_LIMITS } from '../operations/request-limits.ts';
import { selectBySchema } from '../operations/select-by-schema.ts';
import { toProblemBody } from '../operations/to-problem-body.ts';
import { describeError, toProblem } from '../operations/to-problem.ts';
import { parseFeatures } from './parse-features.ts';
import { parseRetryAfter } from './parse-retry-after.ts';
import type { BackendReply, BackendRequest, TaskBackend } from './task-backend.ts';

export interface StoreBackendOptions {
  /** Stays open when the backend is closed. */
  readonly store: TaskStore;
  readonly clock: Clock;
  /** Told of each request when it ended. */
  writeLog(line: RequestLogLine): void;
}

/**
 * The store as a backend: it answers what the REST backend on the same store answers to whoever has the service token, without HTTP in
 * between, and does not limit how often it is asked.
 */
export function createStoreBackend({ store, clock, writeLog }: StoreBackendOptions): TaskBackend {
  const handlers = createTaskHandlers(store, clock);
  const journal = createRequestJournal(clock, writeLog);
  const features = parseFeatures(createOpenapi(''));

  async function answer(request: BackendRequest): Promise<BackendReply> {
    const { requestId: id, method, user, sessionId } = request;
    const record: JournaledRequest = { id, method, user, ...(sessionId === undefined ? {} : { sessionId }) };
    const end = journal.open(record);
    const reply = await perform(request, record).catch((error: unknown) => refuse(error, record));
    end(reply.status);
    return reply;
  }

  async function perform(request: BackendRequest, record: JournaledRequest): Promise<BackendReply> {
    const operation = findOperation(request);
    record.endpoint = { pattern: operation.path, path: toShownPath(operation.path, request.path) };
    checkAddress(request.path, DEFAULT_REQUEST_LIMITS);
    const { body } = await handlers[operation.id](toOperationRequest(request));
    const { status, schema } = operation.answer;
    return schema === undefined ? { status } : { status, body: selectBySchema(schema, body) };
  }

  function refuse(error: unknown, record: JournaledRequest): BackendReply {
    const problem = toProblem(error);
    record.error = describeError(problem, error);
    const retryAfterMs = parseRetryAfter(problem.headers?.['retry-after'], clock.now());
    return {
      status: PROBLEMS[problem.kind].status,
      body: toProblemBody(problem, record.id),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  return {
    async send(request, signal) {
      signal.throwIfAborted();
      return orAborted(answer(request), signal);
    },
    async features(signal) {
      signal.throwIfAborted();
      return features;
    },
    close: () => Promise.resolve(),
  };
}

function findOperation({ method, path }: BackendRequest): Operation<TaskOperationId> {
  const found = findOperations(TASK_OPERATIONS, path).find((operation) => operation.method === method);
  if (found === undefined) throw toUnknownRoute(TASK_OPERATIONS, { method, url: path });
  return found;
}

function toOperationRequest({ path, user, body, ifVersion, idempotencyKey }: BackendRequest): OperationRequest {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return {
    user,
    id: pathname.split('/')[2] ?? '',
    query: searchParams,
    ifMatch: ifVersion === undefined ? undefined : toEtag(ifVersion),
    idempotencyKey,
    body: body === undefined ? undefined : toReceived(body),
  };
}

/** A body as it would arrive: a value of JSON, of its own, and within the limit. */
function toReceived(body: object): unknown {
  const json = JSON.stringify(body);
  if (Buffer.byteLength(json) > DEFAULT_REQUEST_LIMITS.bodyBytes) throw new ProblemError(BODY_TOO_LARGE);
  return JSON.parse(json, refusePrototypes);
}

/** Refuses what Fastify refuses in a body, so that both answer the same. */
function refusePrototypes(key: string, value: unknown): unknown {
  const isConstructor = key === 'constructor' && typeof value === 'object' && value !== null;
  if (key === '__proto__' || (isConstructor && Object.hasOwn(value, 'prototype'))) {
    throw new ProblemError(BODY_UNREADABLE);
  }
  return value;
}

import type { Clock, Frame } from '@toolyard/core';
import { BackendFailure, type TaskBackend } from '../backend-client/task-backend.ts';
import { toErrorResult, toResult } from './call-result.ts';
import type { CallIdentity } from './mcp-caller.ts';
import { createTaskClient } from './client/create-task-client.ts';
import { resolveUser } from './resolve-user.ts';
import { TaskFailure } from './task-error.ts';
import { fromBackendFailure } from './to-task-failure.ts';
import type { TaskTool } from './tools/task-tool.ts';

/** Can stand in a header and in a log. */
const REQUEST_ID = /^[\w.:-]{1,128}$/;
/** As the protocol has session ids, and short enough for a line of log. */
const SESSION_ID = /^[\x21-\x7e]{1,200}$/;

/** What calls are made with. */
export interface CallHost {
  readonly backend: TaskBackend;
  readonly clock: Clock;
  /** A name that nobody else has. */
  newId(): string;
  /** Told of what should never happen. */
  onBug(error: unknown, requestId: string): void;
}

/** One call of a tool. */
export interface Call {
  readonly tool: TaskTool;
  readonly request: Frame;
  readonly identity: CallIdentity;
  readonly signal: AbortSignal;
}

/**
 * The result of a call, as JSON; a failed call has one too. Wrong arguments and a missing user are found before the
 * backend is asked. Rejects only with the reason of `signal`.
 */
export async function runToolCall(call: Call, host: CallHost): Promise<string> {
  const { request, signal } = call;
  const meta = readMeta(request);
  const requestId =
    readMatching(REQUEST_ID, meta['request_id']) ?? call.identity.requestIdOf?.(request) ?? host.newId();
  const claims = { requestId, sessionId: readMatching(SESSION_ID, meta['session_id']), claimed: meta['user_id'] };
  try {
    return toResult(await run(call, host, claims), requestId);
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof BackendFailure)) throw error;
    return toErrorResult(toFailure(error, host, requestId).error, requestId);
  }
}

interface Claims {
  readonly requestId: string;
  readonly sessionId: string | undefined;
  readonly claimed: unknown;
}

async function run({ tool, request, identity, signal }: Call, host: CallHost, { claimed, ...ids }: Claims) {
  const { backend, clock } = host;
  const now = clock.now();
  const perform = tool.prepare(request.param('arguments') ?? {}, now);
  const user = resolveUser(await identity.callerOf(request), { claimed, scope: tool.scope });
  return perform(createTaskClient({ backend, user, ...ids, signal, now, newId: () => host.newId() }));
}

function toFailure(error: unknown, host: CallHost, requestId: string): TaskFailure {
  if (error instanceof TaskFailure) return error;
  if (error instanceof BackendFailure) return fromBackendFailure(error, requestId);
  host.onBug(error, requestId);
  return new TaskFailure('backend_error', { details: { request_id: requestId } });
}

function readMeta(request: Frame): Readonly<Record<string, unknown>> {
  return { ...Object(request.paramSpan('_meta') === undefined ? {} : request.param('_meta')) };
}

function readMatching(pattern: RegExp, given: unknown): string | undefined {
  return typeof given === 'string' && pattern.test(given) ? given : undefined;
}

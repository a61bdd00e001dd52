import type { BackendFailure, BackendReply } from '../backend-client/task-backend.ts';
import { toProblemType } from '../domain/problem.ts';
import { refuseInput, TaskFailure, type TaskErrorType } from './task-error.ts';
import { describeReceived, type FieldError } from '../domain/field-error.ts';

const BY_STATUS: ReadonlyMap<number, TaskErrorType> = new Map([
  [400, 'validation_error'],
  [401, 'authentication_error'],
  [403, 'authorization_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [412, 'conflict_error'],
  [413, 'validation_error'],
  [414, 'validation_error'],
  [422, 'validation_error'],
  [429, 'rate_limit_error'],
]);

const UNAVAILABLE = toProblemType('unavailable');

const SUGGESTIONS: Readonly<Partial<Record<TaskErrorType, string>>> = {
  authentication_error: 'Check that SERVICE_AUTH_TOKEN is the same here and in the backend',
  authorization_error: 'Use your own tasks, and a token that allows this',
  not_found_error: 'Check the id with list_tasks',
  conflict_error: 'Read the task again with get_task, and repeat the change with its version',
  backend_error: 'Try again later; the log of the backend says more under the request id',
};

const MAX_FIELDS = 50;

const MAX_TEXT = 500;

/** What an answer of the backend means for the call. */
export function toTaskFailure(reply: BackendReply, requestId: string): TaskFailure {
  const type = BY_STATUS.get(reply.status) ?? 'backend_error';
  const details = toDetails(reply, requestId);
  if (type === 'validation_error') {
    const fields = parseBackendFields(reply.body);
    if (fields.length > 0) return refuseInput(fields);
  }
  return new TaskFailure(type, { details, ...toSuggestions(type, reply) });
}

/** What it means for the call that the backend gave no answer. */
export function fromBackendFailure(failure: BackendFailure, requestId: string): TaskFailure {
  const details = { reason: failure.message, request_id: requestId };
  if (failure.kind === 'connection' && failure.neverArrived) {
    const suggestions = ['Check that the backend runs at BACKEND_BASE_URL, and try again'];
    return new TaskFailure('connection_error', { details, suggestions });
  }
  const suggestions = ['Check with list_tasks or get_task whether it was done before you try again'];
  return new TaskFailure(failure.kind === 'timeout' ? 'timeout_error' : 'connection_error', { details, suggestions });
}

/** The answer of a backend that is not what it should be. */
export function toUnreadable(what: string, requestId: string): TaskFailure {
  return new TaskFailure('backend_error', { details: { reason: what, request_id: requestId } });
}

function toDetails({ status, body, retryAfterMs }: BackendReply, requestId: string): Readonly<Record<string, unknown>> {
  const problem: Readonly<Record<string, unknown>> = { ...Object(body) };
  const { type, detail, current_version: version } = problem;
  return {
    status,
    // What breaks inside a backend is for its log; that ours is not available is for everybody.
    ...(typeof detail === 'string' && (status < 500 || type === UNAVAILABLE)
      ? { reason: detail.slice(0, MAX_TEXT) }
      : {}),
    ...(typeof version === 'number' ? { current_version: version } : {}),
    ...(retryAfterMs === undefined ? {} : { retry_after_seconds: Math.ceil(retryAfterMs / 1000) }),
    request_id: requestId,
  };
}

function toSuggestions(
  type: TaskErrorType,
  { status, retryAfterMs }: BackendReply,
): { suggestions?: readonly string[] } {
  if (type === 'rate_limit_error') {
    const when = retryAfterMs === undefined ? 'a minute' : `${Math.ceil(retryAfterMs / 1000)} seconds`;
    return { suggestions: [`Try again in ${when}`] };
  }
  if (status >= 300 && status < 400)
    return { suggestions: ['Set BACKEND_BASE_URL to the actual address of the backend'] };
  const suggestion = SUGGESTIONS[type];
  return suggestion === undefined ? {} : { suggestions: [suggestion] };
}

/** The field errors in an answer: of problem details (`errors`), or of FastAPI (`detail` with `loc` and `msg`). */
function parseBackendFields(body: unknown): FieldError[] {
  const { errors, detail }: Readonly<Record<string, unknown>> = { ...Object(body) };
  const entries: unknown[] = Array.isArray(errors) ? errors : Array.isArray(detail) ? detail : [];
  return entries.slice(0, MAX_FIELDS).flatMap((entry) => parseField({ ...Object(entry) }) ?? []);
}

function parseField(entry: Readonly<Record<string, unknown>>): FieldError | undefined {
  const field = readText(entry['field']) ?? readPlace(entry['loc']);
  const message = readText(entry['message']) ?? readText(entry['msg']);
  if (field === undefined || message === undefined) return undefined;
  const received = Object.hasOwn(entry, 'received_value') ? entry['received_value'] : entry['input'];
  return {
    field,
    message,
    received_value: received === null ? null : describeReceived(received),
    suggestion: readText(entry['suggestion']) ?? null,
  };
}

/** `["body", "title"]` is the field `title`. */
function readPlace(place: unknown): string | undefined {
  if (!Array.isArray(place)) return undefined;
  const steps: unknown[] = place[0] === 'body' || place[0] === 'query' || place[0] === 'path' ? place.slice(1) : place;
  return steps.length === 0 ? 'body' : steps.map(String).join('.').slice(0, MAX_TEXT);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;
}

import type { Clock } from '@toolyard/core';
import { checkValue } from '../domain/check-value.ts';
import { toCursor } from '../domain/cursor.ts';
import type { Parsed } from '../domain/field-error.ts';
import { LIST_QUERY_SCHEMA } from '../domain/list-query-schema.ts';
import { parseBulkUpdate } from '../domain/parse-bulk-update.ts';
import { parseListQuery } from '../domain/parse-list-query.ts';
import { parseCompletion, parseNewTask, parseTaskChanges } from '../domain/parse-task.ts';
import { readQuery } from '../domain/read-query.ts';
import { TASK_FIELDS, type Task, type TaskChanges } from '../domain/task.ts';
import { TASK_ID_SCHEMA } from '../domain/task-schemas.ts';
import type { TaskStore, TaskWriter } from '../domain/task-store.ts';
import { updateTasks } from '../domain/update-tasks.ts';
import type { OperationHandler, OperationReply, OperationRequest } from './operation-handler.ts';
import type { TaskOperationId } from './operation.ts';
import { accept, ProblemError, toValidationProblem } from './problem-error.ts';
import { readIfMatch, toEtag, readIdempotencyKey } from './read-conditions.ts';

/** The handlers of everything that users ask for about their own tasks. */
export function createTaskHandlers(
  store: TaskStore,
  clock: Clock,
): Readonly<Record<TaskOperationId, OperationHandler>> {
  const change =
    (operation: TaskOperationId, parse: (input: unknown, now: number) => Parsed<TaskChanges>): OperationHandler =>
    async (request) => {
      const id = readId(request, clock);
      const changes = accept(parse(request.body, clock.now()));
      const version = readIfMatch(request.ifMatch);
      const meaning = [operation, id, changes, version ?? null];
      const written = await writeIdempotent(store, request, meaning, (tasks) => tasks.update(id, changes, version));
      const { value } = written;
      if (value.kind !== 'changed') throw toRefusal(value, id);
      return toReply(value.task, written.headers, { changed_fields: value.changedFields });
    };

  return {
    listTasks: async (request) => listTasks(store, request, clock.now()),
    async createTask(request) {
      const task = accept(parseNewTask(request.body, clock.now()));
      const written = await writeIdempotent(store, request, ['createTask', task], (tasks) => tasks.create(task));
      return toReply(written.value, { ...written.headers, location: `/tasks/${written.value.id}` });
    },
    async getTask(request) {
      const id = readId(request, clock);
      const task = await store.get(request.user, id);
      if (task === undefined) throw toRefusal({ kind: 'not-found' }, id);
      return toReply(task);
    },
    updateTask: change('updateTask', parseTaskChanges),
    setTaskCompleted: change('setTaskCompleted', parseCompletion),
    async deleteTask(request) {
      const id = readId(request, clock);
      const version = readIfMatch(request.ifMatch);
      const meaning = ['deleteTask', id, version ?? null];
      const { value, headers } = await writeIdempotent(store, request, meaning, (tasks) => tasks.remove(id, version));
      if (value.kind !== 'removed') throw toRefusal(value, id);
      return { headers };
    },
    async bulkUpdateTasks(request) {
      const update = accept(parseBulkUpdate(request.body, clock.now()));
      const now = new Date(clock.now()).toISOString();
      const work = writeIdempotent(store, request, ['bulkUpdateTasks', update], (tasks) =>
        updateTasks(tasks, update, now),
      );
      const { value, headers } = await work;
      return { body: value, headers };
    },
    listTags: async ({ user }) => ({ body: { tags: await store.tags(user) } }),
    getSummary: async ({ user }) => ({ body: await store.summary(user) }),
  };
}

async function listTasks(store: TaskStore, request: OperationRequest, now: number): Promise<OperationReply> {
  const query = accept(parseListQuery(readQuery(LIST_QUERY_SCHEMA, request.query), now));
  const { tasks, next } = await store.list(request.user, query);
  const { fields } = query;
  const shown = fields === undefined ? tasks : tasks.map((task) => pick(task, fields));
  const nextCursor = next === undefined ? null : toCursor(next, query);
  return { body: { tasks: shown, next_cursor: nextCursor, has_more: next !== undefined } };
}

function pick(task: Task, fields: readonly (keyof Task)[]): Partial<Task> {
  const shown = TASK_FIELDS.filter((field) => field === 'id' || fields.includes(field));
  return Object.fromEntries(shown.map((field) => [field, task[field]]));
}

function toReply(task: Task, headers: Readonly<Record<string, string>> = {}, more: object = {}): OperationReply {
  return { body: { ...task, ...more }, headers: { ...headers, etag: toEtag(task.version) } };
}

function readId(request: OperationRequest, clock: Clock): number {
  const id = /^\d{1,16}$/.test(request.id) ? Number(request.id) : request.id;
  const errors = checkValue(TASK_ID_SCHEMA, id, clock.now(), 'id');
  if (errors.length > 0) throw toValidationProblem(errors);
  return Number(id);
}

function toRefusal(
  result: { readonly kind: 'not-found' } | { readonly kind: 'version-conflict'; readonly version: number },
  id: number,
): ProblemError {
  if (result.kind === 'not-found') {
    return new ProblemError({
      kind: 'not-found',
      detail: `Task ${id} not found. List the tasks to see which there are.`,
    });
  }
  const detail = `Task ${id} has version ${result.version} now. Read it again, and repeat the change with its new ETag.`;
  return new ProblemError({ kind: 'version-conflict', detail, currentVersion: result.version });
}

/** What a write gave, and the headers that tell about it. */
interface Written<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs `work`, or gives what it gave to the first request with this `Idempotency-Key`; `meaning` is all that the request asks for. */
async function writeIdempotent<T>(
  store: TaskStore,
  { user, idempotencyKey }: OperationRequest,
  meaning: readonly unknown[],
  work: (tasks: TaskWriter) => Promise<T>,
): Promise<Written<T>> {
  const result = await store.write(user, work, readIdempotencyKey(idempotencyKey, meaning));
  if (result.kind === 'done') {
    return { value: result.value, headers: result.replayed ? { 'idempotency-replayed': 'true' } : {} };
  }
  if (result.kind === 'in-progress') {
    const detail = 'A request with this Idempotency-Key is in progress. Try again in a moment.';
    throw new ProblemError({ kind: 'in-progress', detail, headers: { 'retry-after': '1' } });
  }
  const detail = 'This Idempotency-Key was used for another request. Use a new key for a new request.';
  throw new ProblemError({ kind: 'key-reused', detail });
}

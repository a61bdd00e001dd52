import type { BackendReply } from '../../backend-client/task-backend.ts';
import type { FieldError } from '../../domain/field-error.ts';
import { CHANGEABLE_FIELDS, type ChangeableField, type Task, type TaskChanges } from '../../domain/task.ts';
import { refuseInput, TaskFailure } from '../task-error.ts';
import { askBackend, askToDo, done, featuresOf, type CallContext } from './call-context.ts';
import { getTask, readTask } from './get-task.ts';
import { NO_VERSION } from './parse-backend-task.ts';
import type { ChangedTask } from './task-client.ts';

/** What is to change in one task. */
export interface TaskChange {
  readonly id: number;
  readonly changes: TaskChanges;
  /** The version that the task must still have. */
  readonly version: number | undefined;
}

/** Makes a task, under a key of the call's own where none is given. */
export async function createTask(context: CallContext, content: TaskChanges, key?: string): Promise<ChangedTask> {
  const idempotencyKey = key ?? context.newId();
  const reply = await askToDo(context, { method: 'POST', path: '/tasks', body: content, idempotencyKey });
  const created = toChanged(readTask(context, reply), content, reply.body);
  // A key of the caller's own is a promise to it, which only the backend can keep.
  const isKept = key === undefined || (await featuresOf(context)).takes('post', '/tasks', 'Idempotency-Key');
  return isKept ? created : { ...created, notKept: [...created.notKept, 'idempotency_key'] };
}

/** Changes the fields given, and no others. */
export async function changeTask(context: CallContext, change: TaskChange): Promise<ChangedTask> {
  return readChange(context, change, done(context, await send(context, change, 'PUT')));
}

/** Marks a task as done or opens it again; as a change where the backend has nothing of its own for that. */
export async function completeTask(context: CallContext, change: TaskChange): Promise<ChangedTask> {
  const reply = await send(context, change, 'PATCH');
  if (reply.status === 405 || reply.status === 501) return changeTask(context, change);
  return readChange(context, change, done(context, reply));
}

/** Removes a task; gives it as it was. */
export async function removeTask(context: CallContext, id: number, version?: number): Promise<Task> {
  const task = await getTask(context, id);
  const condition = await toCondition(context, { id, version }, 'DELETE');
  const idempotencyKey = context.newId();
  await askToDo(context, { method: 'DELETE', path: `/tasks/${id}`, idempotencyKey, ...condition });
  return task;
}

async function send(context: CallContext, change: TaskChange, method: 'PUT' | 'PATCH'): Promise<BackendReply> {
  const { id, changes } = change;
  const condition = await toCondition(context, change, method);
  const idempotencyKey = context.newId();
  return askBackend(context, { method, path: `/tasks/${id}`, body: changes, idempotencyKey, ...condition });
}

/** Lets the backend look at the version, or looks before where it does not know conditions. */
async function toCondition(
  context: CallContext,
  { id, version }: Pick<TaskChange, 'id' | 'version'>,
  method: string,
): Promise<{ ifVersion?: number }> {
  if (version === undefined) return {};
  if ((await featuresOf(context)).takes(method, '/tasks/{id}', 'If-Match')) return { ifVersion: version };
  const task = await getTask(context, id);
  if (task.version === NO_VERSION) throw refuseInput([toNoVersions(version)]);
  if (task.version === version) return {};
  throw new TaskFailure('conflict_error', { details: { current_version: task.version } });
}

const toNoVersions = (version: number): FieldError => ({
  field: 'expected_version',
  message: 'This backend does not support versions',
  received_value: String(version),
  suggestion: 'Leave out expected_version',
});

async function readChange(
  context: CallContext,
  { id, changes }: TaskChange,
  reply: BackendReply,
): Promise<ChangedTask> {
  const task = reply.body === undefined ? await getTask(context, id) : readTask(context, reply);
  return toChanged(task, changes, reply.body);
}

function toChanged(task: Task, asked: TaskChanges, body: unknown): ChangedTask {
  const { changed_fields: told }: Readonly<Record<string, unknown>> = { ...Object(body) };
  const fields = CHANGEABLE_FIELDS.filter((field) => asked[field] !== undefined);
  const kept = fields.filter((field) => isKept(task[field], asked[field]));
  return {
    task,
    changedFields: Array.isArray(told) ? CHANGEABLE_FIELDS.filter((field) => told.includes(field)) : kept,
    notKept: fields.filter((field) => !kept.includes(field)),
  };
}

function isKept(got: Task[ChangeableField], asked: Task[ChangeableField] | undefined): boolean {
  if (typeof got === 'object' && typeof asked === 'object') {
    const given = new Set(asked);
    return got === asked || (got?.length === given.size && got.every((tag) => given.has(tag)));
  }
  // Another backend may write the same time in another way.
  return got === asked || (typeof got === 'string' && Date.parse(got) === Date.parse(String(asked)));
}

import type { BackendReply } from '../../backend-client/task-backend.ts';
import type { Task } from '../../domain/task.ts';
import { toTaskFailure, toUnreadable } from '../to-task-failure.ts';
import { askBackend, done, featuresOf, type CallContext } from './call-context.ts';
import { parseBackendTask } from './parse-backend-task.ts';
import { readAllTasks } from './read-all-tasks.ts';

const NOT_THERE: readonly number[] = [404, 405, 501];

/** One task: by its own endpoint, or out of the list where the backend has none or may have none. */
export async function getTask(context: CallContext, id: number): Promise<Task> {
  const features = await featuresOf(context);
  if (!features.isDescribed || features.has('get', '/tasks/{id}')) {
    const reply = await askBackend(context, { method: 'GET', path: `/tasks/${id}` });
    if (features.isDescribed || !NOT_THERE.includes(reply.status)) return readTask(context, done(context, reply));
  }
  const task = (await readAllTasks(context)).find((one) => one.id === id);
  if (task === undefined) throw toTaskFailure({ status: 404 }, context.requestId);
  return task;
}

/** The task in an answer. */
export function readTask({ requestId }: CallContext, { body }: BackendReply): Task {
  const task = parseBackendTask(body);
  if (task === undefined) throw toUnreadable('the task in its answer cannot be read', requestId);
  return task;
}

import type { Task } from '../../domain/task.ts';
import { toUnreadable } from '../to-task-failure.ts';
import { askToDo, featuresOf, type CallContext } from './call-context.ts';
import { parseBackendTask } from './parse-backend-task.ts';
import { TASK_LIMITS } from '../../domain/task.ts';

const MAX_PAGES = 100;

/** All tasks of a user, from a list that is an array or comes in pages. */
export async function readAllTasks(context: CallContext): Promise<readonly Task[]> {
  const features = await featuresOf(context);
  const size = features.takes('get', '/tasks', 'limit') ? { limit: String(TASK_LIMITS.page) } : {};
  // By id, since pages move while others are read.
  const tasks = new Map<number, Task>();
  let place: Readonly<Record<string, string>> | undefined = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = new URLSearchParams({ ...size, ...place }).toString();
    const { body } = await askToDo(context, { method: 'GET', path: query === '' ? '/tasks' : `/tasks?${query}` });
    for (const row of rowsOf(body, context)) {
      const task = parseBackendTask(row);
      if (task === undefined) throw toUnreadable('a task in its list cannot be read', context.requestId);
      tasks.set(task.id, task);
    }
    place = nextOf(body);
    if (place === undefined) return [...tasks.values()];
  }
  throw toUnreadable(`its list has more than ${MAX_PAGES} pages`, context.requestId);
}

function rowsOf(body: unknown, { requestId }: CallContext): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const { tasks }: Readonly<Record<string, unknown>> = { ...Object(body) };
  if (Array.isArray(tasks)) return tasks;
  throw toUnreadable('its list of tasks is not a list', requestId);
}

/** What asks for the next page: by cursor, or by number. */
function nextOf(body: unknown): Readonly<Record<string, string>> | undefined {
  const { next_cursor: cursor, page, pages }: Readonly<Record<string, unknown>> = { ...Object(body) };
  if (typeof cursor === 'string' && cursor !== '') return { cursor };
  return typeof page === 'number' && typeof pages === 'number' && page < pages ? { page: String(page + 1) } : undefined;
}

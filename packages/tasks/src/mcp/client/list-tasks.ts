import { withOffset } from '../../domain/due-date.ts';
import { findPage } from '../../domain/find-page.ts';
import { toCursor } from '../../domain/cursor.ts';
import { parseListQuery } from '../../domain/parse-list-query.ts';
import type { Task } from '../../domain/task.ts';
import { refuseInput } from '../task-error.ts';
import { toUnreadable } from '../to-task-failure.ts';
import type { BackendFeatures } from '../../backend-client/task-backend.ts';
import { askToDo, featuresOf, type CallContext } from './call-context.ts';
import { parseBackendTaskPart, showTask } from './parse-backend-task.ts';
import { readAllTasks } from './read-all-tasks.ts';
import type { ListArguments, ListedTasks } from './task-client.ts';

/** One page: the backend's own where it can look for what is asked, else out of all tasks. */
export async function listTasks(context: CallContext, args: ListArguments): Promise<ListedTasks> {
  return canLookFor(args, await featuresOf(context)) ? readPage(context, args) : selectPage(context, args);
}

function canLookFor(args: ListArguments, features: BackendFeatures): boolean {
  return ['limit', 'cursor', ...Object.keys(args)].every((name) => features.takes('get', '/tasks', name));
}

async function readPage(context: CallContext, args: ListArguments): Promise<ListedTasks> {
  const query = new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [name, toQueryText(name, value)]),
  );
  const { body } = await askToDo(context, { method: 'GET', path: `/tasks?${query.toString()}` });
  const page: Readonly<Record<string, unknown>> = { ...Object(body) };
  const { tasks: rows, next_cursor: cursor = null, has_more: hasMore = cursor !== null } = page;
  const tasks = Array.isArray(rows) ? rows.map(parseBackendTaskPart) : [undefined];
  const isPage = tasks.every((task) => task !== undefined);
  if (!isPage || (cursor !== null && typeof cursor !== 'string') || typeof hasMore !== 'boolean') {
    throw toUnreadable('its list of tasks cannot be read', context.requestId);
  }
  return { tasks, next_cursor: cursor, has_more: hasMore };
}

/** Another backend might read a moment without an offset by its own clock. */
function toQueryText(name: string, value: unknown): string {
  return name === 'due_before' || name === 'due_after' ? withOffset(String(value)) : String(value);
}

async function selectPage(context: CallContext, args: ListArguments): Promise<ListedTasks> {
  const query = parseListQuery(args, context.now);
  if (!query.ok) throw refuseInput(query.errors);
  const { tasks, next } = findPage(await readAllTasks(context), query.value, new Date(context.now).toISOString());
  return {
    tasks: tasks.map((task) => pick(showTask(task), query.value.fields)),
    next_cursor: next === undefined ? null : toCursor(next, query.value),
    has_more: next !== undefined,
  };
}

function pick(task: Partial<Task>, fields: readonly (keyof Task)[] | undefined): Partial<Task> {
  if (fields === undefined) return task;
  const wanted: readonly string[] = ['id', ...fields];
  return Object.fromEntries(Object.entries(task).filter(([name]) => wanted.includes(name)));
}

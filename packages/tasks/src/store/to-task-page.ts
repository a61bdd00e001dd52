import type { ListQuery, TaskPage } from '../domain/list-query.ts';
import type { Row } from './database.ts';
import { toTask } from './to-task.ts';

/** A page from the rows of `createListStatement`. */
export function toTaskPage(rows: readonly Row[], { limit }: ListQuery): TaskPage {
  const shown = rows.slice(0, limit);
  const tasks = shown.map(toTask);
  const last = shown.at(-1);
  const lastTask = tasks.at(-1);
  if (rows.length <= limit || last === undefined || lastTask === undefined) return { tasks };
  return { tasks, next: { key: toKey(last['sort_key']), id: lastTask.id } };
}

function toKey(value: unknown): string | number | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

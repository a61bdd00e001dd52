import { toDueMoment } from './due-date.ts';
import type { CursorPosition, ListQuery, TaskPage, TaskSort } from './list-query.ts';
import { PRIORITIES, type Task } from './task.ts';

/** The page of these tasks that is asked for. `now` as `Date.toISOString` writes it. */
export function findPage(tasks: readonly Task[], query: ListQuery, now: string): TaskPage {
  return toPage(
    tasks.filter((task) => isWanted(task, query, now)),
    query,
  );
}

function isWanted(task: Task, query: ListQuery, now: string): boolean {
  const { search, status, priorities, tags, tagsMatch, dueBefore, dueAfter, overdue } = query;
  const due = task.due_date === null ? undefined : toDueMoment(task.due_date);
  const has = (tag: string): boolean => task.tags.includes(tag);
  const text = [task.title, task.description ?? '', ...task.tags].join('\n').toLowerCase();
  return [
    search === undefined || search.split(/\s+/).every((word) => text.includes(word.toLowerCase())),
    status === 'all' || (status === 'completed') === task.completed,
    priorities === undefined || priorities.includes(task.priority),
    tags === undefined || (tagsMatch === 'all' ? tags.every(has) : tags.some(has)),
    dueBefore === undefined || (due !== undefined && due < dueBefore),
    dueAfter === undefined || (due !== undefined && due > dueAfter),
    overdue === undefined || overdue === isOverdue(task, now),
  ].every(Boolean);
}

/** Whether a task is open and its due moment past. */
export function isOverdue(task: Task, now: string): boolean {
  return !task.completed && task.due_date !== null && toDueMoment(task.due_date) < now;
}

function toPage(found: readonly Task[], { sort, order, limit, after }: ListQuery): TaskPage {
  const way = order === 'asc' ? 1 : -1;
  const compare = (left: CursorPosition, right: CursorPosition): number =>
    compareKeys(left.key, right.key, way) || way * (left.id - right.id);
  const sorted = found
    .map((task) => ({ task, key: toKey(task, sort), id: task.id }))
    .toSorted(compare)
    .filter((place) => after === undefined || compare(place, after) > 0);
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  const next = sorted.length > limit && last !== undefined ? { next: { key: last.key, id: last.id } } : {};
  return { tasks: page.map(({ task }) => task), ...next };
}

function compareKeys(left: CursorPosition['key'], right: CursorPosition['key'], way: number): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -way : way;
}

function toKey(task: Task, sort: TaskSort): CursorPosition['key'] {
  if (sort === 'priority') return PRIORITIES.indexOf(task.priority);
  if (sort === 'title') return task.title.toLowerCase();
  if (sort === 'due_date') return task.due_date === null ? null : toDueMoment(task.due_date);
  return task[sort];
}

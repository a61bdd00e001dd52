import { toDueMoment } from '../../domain/due-date.ts';
import type { CursorPosition, ListQuery, TaskPage, TaskSort } from '../../domain/list-query.ts';
import { PRIORITIES, type Task } from '../../domain/task.ts';

/** The page that a query asks for, out of all tasks of a user. `now` in milliseconds since 1970. */
export function selectTasks(all: readonly Task[], query: ListQuery, now: number): TaskPage {
  const { after, limit } = query;
  const wanted = all.filter((task) => isWanted(task, query, now));
  const sorted = wanted.toSorted((left, right) =>
    compare(toPosition(left, query.sort), toPosition(right, query.sort), query),
  );
  const rest =
    after === undefined ? sorted : sorted.filter((task) => compare(toPosition(task, query.sort), after, query) > 0);
  const tasks = rest.slice(0, limit);
  const last = tasks.at(-1);
  return last === undefined || rest.length <= limit ? { tasks } : { tasks, next: toPosition(last, query.sort) };
}

/** Whether a task is open and its due moment is past. */
export function isOverdue({ completed, due_date: dueDate }: Task, now: number): boolean {
  return !completed && dueDate !== null && Date.parse(toDueMoment(dueDate)) < now;
}

function isWanted(task: Task, query: ListQuery, now: number): boolean {
  const { status, priorities, overdue } = query;
  return (
    (status === 'all' || task.completed === (status === 'completed')) &&
    (priorities === undefined || priorities.includes(task.priority)) &&
    (overdue === undefined || isOverdue(task, now) === overdue) &&
    hasTags(task, query) &&
    isDueWithin(task, query) &&
    hasWords(task, query.search)
  );
}

function hasTags(task: Task, { tags, tagsMatch }: ListQuery): boolean {
  if (tags === undefined) return true;
  const has = (tag: string): boolean => task.tags.includes(tag);
  return tagsMatch === 'all' ? tags.every(has) : tags.some(has);
}

function isDueWithin({ due_date: dueDate }: Task, { dueBefore, dueAfter }: ListQuery): boolean {
  if (dueBefore === undefined && dueAfter === undefined) return true;
  if (dueDate === null) return false;
  const due = Date.parse(toDueMoment(dueDate));
  return (
    (dueBefore === undefined || due < Date.parse(dueBefore)) && (dueAfter === undefined || due > Date.parse(dueAfter))
  );
}

function hasWords({ title, description, tags }: Task, search: string | undefined): boolean {
  if (search === undefined) return true;
  const text = [title, description ?? '', ...tags].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function toPosition(task: Task, sort: TaskSort): CursorPosition {
  return { key: toKey(task, sort), id: task.id };
}

function toKey(task: Task, sort: TaskSort): CursorPosition['key'] {
  if (sort === 'priority') return PRIORITIES.indexOf(task.priority);
  if (sort === 'title') return task.title.toLowerCase();
  if (sort === 'due_date') return task.due_date === null ? null : toMoment(toDueMoment(task.due_date));
  return toMoment(task[sort]);
}

/** A moment as cursors have it, whatever the backend's way to write it is. */
function toMoment(text: string): string {
  const time = Date.parse(text);
  return new Date(Number.isNaN(time) ? 0 : time).toISOString();
}

function compare(left: CursorPosition, right: CursorPosition, { order }: ListQuery): number {
  const sign = order === 'asc' ? 1 : -1;
  // Those without a due date come last in both orders.
  if ((left.key === null) !== (right.key === null)) return left.key === null ? 1 : -1;
  if (left.key !== right.key && left.key !== null && right.key !== null) return left.key < right.key ? -sign : sign;
  return (left.id - right.id) * sign;
}

import { toDueMoment } from './due-date.ts';
import type { Task } from './task.ts';
import type { TagCount, TaskSummary } from './task-store.ts';
import { isOverdue } from './find-page.ts';

const SOON_MS = 7 * 86_400_000;

/** The tags of these tasks, the most used first. */
export function countTags(tasks: readonly Task[]): TagCount[] {
  const all = [...new Set(tasks.flatMap(({ tags }) => tags))];
  return all
    .map((tag) => {
      const having = tasks.filter(({ tags }) => tags.includes(tag));
      return { tag, tasks: having.length, open: having.filter(({ completed }) => !completed).length };
    })
    .toSorted((left, right) => right.tasks - left.tasks || (left.tag < right.tag ? -1 : 1));
}

/** These tasks in numbers. `now` in milliseconds since 1970. */
export function summarize(tasks: readonly Task[], now: number): TaskSummary {
  const open = tasks.filter(({ completed }) => !completed);
  const time = new Date(now).toISOString();
  const soon = new Date(now + SOON_MS).toISOString();
  const overdue = open.filter((task) => isOverdue(task, time));
  const isSoon = (task: Task): boolean => task.due_date !== null && toDueMoment(task.due_date) <= soon;
  const count = (priority: Task['priority']): number => open.filter((task) => task.priority === priority).length;
  return {
    total: tasks.length,
    open: open.length,
    completed: tasks.length - open.length,
    overdue: overdue.length,
    due_soon: open.filter(isSoon).length - overdue.length,
    open_by_priority: { Low: count('Low'), Medium: count('Medium'), High: count('High'), Urgent: count('Urgent') },
  };
}

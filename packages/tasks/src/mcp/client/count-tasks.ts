import { toDueMoment } from '../../domain/due-date.ts';
import type { TagCount, TaskSummary } from '../../domain/task-store.ts';
import type { Priority, Task } from '../../domain/task.ts';
import { isOverdue } from './select-tasks.ts';

const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** A user's tasks in numbers. `now` in milliseconds since 1970. */
export function countTasks(all: readonly Task[], now: number): TaskSummary {
  const open = all.filter(({ completed }) => !completed);
  const of = (wanted: Priority): number => open.filter(({ priority }) => priority === wanted).length;
  return {
    total: all.length,
    open: open.length,
    completed: all.length - open.length,
    overdue: open.filter((task) => isOverdue(task, now)).length,
    due_soon: open.filter((task) => isDueSoon(task, now)).length,
    open_by_priority: { Low: of('Low'), Medium: of('Medium'), High: of('High'), Urgent: of('Urgent') },
  };
}

/** All tags in use, the most used first, then by name. */
export function countTags(all: readonly Task[]): TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { tags, completed } of all) {
    for (const tag of tags) {
      const { tasks, open } = counts.get(tag) ?? { tasks: 0, open: 0 };
      counts.set(tag, { tag, tasks: tasks + 1, open: open + (completed ? 0 : 1) });
    }
  }
  return [...counts.values()].toSorted((left, right) => right.tasks - left.tasks || (left.tag < right.tag ? -1 : 1));
}

function isDueSoon(task: Task, now: number): boolean {
  if (task.due_date === null || isOverdue(task, now)) return false;
  return Date.parse(toDueMoment(task.due_date)) <= now + SOON_MS;
}

import { PRIORITIES, type Priority, type Task } from '../domain/task.ts';
import type { Row } from './database.ts';

/** The columns that `toTask` reads. */
export const TASK_COLUMNS =
  'id, title, description, completed, priority, due_date, tags, created_at, updated_at, version, user_id';

interface TaskRow {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly completed: boolean;
  readonly priority: number;
  readonly due_date: string | null;
  readonly tags: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly user_id: string;
}

/** A task from its row. */
export function toTask(row: Row): Task {
  const task = row as unknown as TaskRow;
  return {
    id: task.id,
    title: task.title,
    description: task.description,
    completed: task.completed,
    priority: toPriority(task.priority),
    due_date: task.due_date,
    tags: task.tags,
    created_at: task.created_at.toISOString(),
    updated_at: task.updated_at.toISOString(),
    version: task.version,
    user_id: task.user_id,
  };
}

/** A priority's place among all, which is how it is kept and sorted. */
export function toRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

function toPriority(rank: number): Priority {
  const priority = PRIORITIES[rank];
  if (priority === undefined) throw new Error(`The database holds a priority of rank ${rank}, which does not exist.`);
  return priority;
}

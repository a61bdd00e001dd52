/** How urgent a task is, from the least to the most. */
export const PRIORITIES = ['Low', 'Medium', 'High', 'Urgent'] as const;

/** One of `PRIORITIES`. */
export type Priority = (typeof PRIORITIES)[number];

/** The limits of what a person may write into a task, in characters (code points) and pieces. */
export const TASK_LIMITS = {
  title: 200,
  description: 10_000,
  tags: 20,
  tag: 50,
  search: 200,
  page: 200,
  bulk: 50,
} as const;

/** A task as everybody sees it: the store, REST and the MCP tools share this one shape. */
export interface Task {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly completed: boolean;
  readonly priority: Priority;
  /** A moment in UTC (`2026-11-20T10:00:00.000Z`), or a day without a time (`2026-11-20`), which ends with that day in UTC. */
  readonly due_date: string | null;
  /** In the order given, each once. */
  readonly tags: readonly string[];
  /** UTC, to the millisecond, as `Date.toISOString` writes it. */
  readonly created_at: string;
  readonly updated_at: string;
  /** 1 for a new task, increased by 1 with each change. */
  readonly version: number;
  readonly user_id: string;
}

/** The fields that a person decides about. */
export type TaskContent = Pick<Task, 'title' | 'description' | 'completed' | 'priority' | 'due_date' | 'tags'>;

/** What a new task holds; parsed, trimmed and complete. */
export type NewTask = Omit<TaskContent, 'completed'>;

/** The fields to change and their new values; `null` clears. Parsed and trimmed. */
export type TaskChanges = Partial<TaskContent>;

/** A field that can be changed. */
export type ChangeableField = keyof TaskContent;

/** Every field of a task, in the order in which it is shown. */
export const TASK_FIELDS: readonly (keyof Task)[] = [
  'id',
  'title',
  'description',
  'completed',
  'priority',
  'due_date',
  'tags',
  'created_at',
  'updated_at',
  'version',
  'user_id',
];

/** Every field that can be changed, in the order in which changes are told. */
export const CHANGEABLE_FIELDS: readonly ChangeableField[] = [
  'title',
  'description',
  'completed',
  'priority',
  'due_date',
  'tags',
];

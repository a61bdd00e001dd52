import type { Priority, Task } from './task.ts';

/** What a list can be sorted by. */
export const TASK_SORTS = ['created_at', 'updated_at', 'due_date', 'priority', 'title'] as const;

/** One of `TASK_SORTS`. Tasks without a due date come last in both orders. */
export type TaskSort = (typeof TASK_SORTS)[number];

/** Which way a list is sorted; equal tasks stand in the same way by their id. */
export type SortOrder = 'asc' | 'desc';

/** The place of a task in a sorted list: a page starts right after one. */
export interface CursorPosition {
  /** What the list is sorted by: a time (`toISOString`), the rank of a priority (0 to 3), a title as compared; `null` for no due date. */
  readonly key: string | number | null;
  readonly id: number;
}

/** Which tasks are wanted, in which order. Parsed: every value can be given to a database. */
export interface ListQuery {
  /** Words that title, description or tags have. */
  readonly search?: string;
  readonly status: 'open' | 'completed' | 'all';
  /** Any of these. */
  readonly priorities?: readonly Priority[];
  readonly tags?: readonly string[];
  readonly tagsMatch: 'any' | 'all';
  /** Tasks whose due moment is less than this moment. */
  readonly dueBefore?: string;
  /** Tasks whose due moment is greater than this moment. */
  readonly dueAfter?: string;
  /** `true`: open, and the due moment is past; `false`: all others. */
  readonly overdue?: boolean;
  readonly sort: TaskSort;
  readonly order: SortOrder;
  /** 1 to 200. */
  readonly limit: number;
  readonly after?: CursorPosition;
  /** The fields to show, always with `id`; all where it is not given. A store may give more. */
  readonly fields?: readonly (keyof Task)[];
}

/** One page of a list. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  /** The place of the last task, where there are more after it. */
  readonly next?: CursorPosition;
}

import type { BulkUpdate } from '../../domain/parse-bulk-update.ts';
import type { TagCount, TaskSummary } from '../../domain/task-store.ts';
import type { ChangeableField, Task, TaskChanges } from '../../domain/task.ts';
import type { BulkResult } from '../../domain/update-tasks.ts';

/** A page as the model sees it; tasks have the fields that were asked for. */
export interface ListedTasks {
  readonly tasks: readonly Partial<Task>[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

/** A task after a change. */
export interface ChangedTask {
  readonly task: Task;
  /** What is different now; what was asked for, where the backend does not tell. */
  readonly changedFields: readonly ChangeableField[];
  /** What was asked for and is not so. */
  readonly notKept: readonly (ChangeableField | 'idempotency_key')[];
}

/** The arguments of `list_tasks`, checked. */
export type ListArguments = Readonly<Record<string, unknown>>;

/** The tasks of one user at any backend, for one tool call. Everything rejects with `TaskFailure`. */
export interface TaskClient {
  list(args: ListArguments): Promise<ListedTasks>;
  get(id: number): Promise<Task>;
  /** With a key, however often it is repeated with that one, there is one task, if the backend knows keys. */
  create(content: TaskChanges, key?: string): Promise<ChangedTask>;
  update(id: number, changes: TaskChanges, expectedVersion?: number): Promise<ChangedTask>;
  setCompleted(id: number, completed: boolean, expectedVersion?: number): Promise<ChangedTask>;
  /** Gives the task as it was. */
  remove(id: number, expectedVersion?: number): Promise<Task>;
  bulkUpdate(update: BulkUpdate): Promise<BulkResult>;
  tags(): Promise<readonly TagCount[]>;
  summary(): Promise<TaskSummary>;
}

import type { ListQuery, TaskPage } from './list-query.ts';
import type { ChangeableField, NewTask, Priority, Task, TaskChanges } from './task.ts';

/** What became of a change. Another user's task is `not-found` like one that never was. */
export type ChangeResult =
  | { readonly kind: 'changed'; readonly task: Task; readonly changedFields: readonly ChangeableField[] }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'version-conflict'; readonly version: number };

/** What became of a removal. */
export type RemoveResult =
  | { readonly kind: 'removed'; readonly task: Task }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'version-conflict'; readonly version: number };

/** The tasks of one user inside one transaction. */
export interface TaskWriter {
  create(task: NewTask): Promise<Task>;
  get(id: number): Promise<Task | undefined>;
  /** Changes by the rules of `applyChanges`, with the row locked: without an effect nothing is written and the version stays. */
  update(id: number, changes: TaskChanges, expectedVersion?: number): Promise<ChangeResult>;
  remove(id: number, expectedVersion?: number): Promise<RemoveResult>;
}

/** A request that must have its effect once, however often it comes. */
export interface IdempotencyKey {
  /** 1 to 255 printable ASCII characters; the user's own, never met by another user's. */
  readonly key: string;
  /** A hash of the whole request. */
  readonly fingerprint: string;
}

/** What a write gave; `replayed` where it is the value of an earlier request with the same key. */
export type WriteResult<T> =
  | { readonly kind: 'done'; readonly value: T; readonly replayed: boolean }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'key-reused' };

/** How often a tag is used. */
export interface TagCount {
  readonly tag: string;
  readonly tasks: number;
  readonly open: number;
}

/** A user's tasks in numbers. */
export interface TaskSummary {
  readonly total: number;
  readonly open: number;
  readonly completed: number;
  /** Open, and the due moment is past. */
  readonly overdue: number;
  /** Open, not overdue, and due within the next 7 days. */
  readonly due_soon: number;
  /** Open ones by priority. */
  readonly open_by_priority: Readonly<Record<Priority, number>>;
}

/** What a personal token allows. */
export type TokenScope = 'tasks:read' | 'tasks:write';

/** A personal token as it is kept: never the token itself. */
export interface PersonalToken {
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  readonly user: string;
  readonly scopes: readonly TokenScope[];
  /** What the person calls it. */
  readonly name: string;
  readonly createdAt: string;
}

/** Personal tokens of all users. */
export interface TokenStore {
  find(hash: string): Promise<PersonalToken | undefined>;
  add(token: PersonalToken): Promise<void>;
  list(user: string): Promise<readonly PersonalToken[]>;
  /** Says whether there was one. */
  remove(user: string, hash: string): Promise<boolean>;
}

/**
 * Where tasks are kept. Rejects with `database-unavailable` while the database cannot be reached, and with `database-full`
 * while it has no room to write.
 *
 * Times are kept to the millisecond, as the store's clock gives them: a cursor carries them as text.
 */
export interface TaskStore {
  get(user: string, id: number): Promise<Task | undefined>;
  list(user: string, query: ListQuery): Promise<TaskPage>;
  /** All tags in use, the most used first, then by name. */
  tags(user: string): Promise<readonly TagCount[]>;
  summary(user: string): Promise<TaskSummary>;
  /**
   * Runs `work` in one transaction: all of it is kept, or, where it throws, nothing. With `once` the value is kept
   * as JSON in the same transaction, and given again for 24 hours instead of running `work`.
   */
  write<T>(user: string, work: (tasks: TaskWriter) => Promise<T>, once?: IdempotencyKey): Promise<WriteResult<T>>;
  readonly tokens: TokenStore;
  /** Resolves when the database answers and has every migration; rejects with the reason otherwise. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

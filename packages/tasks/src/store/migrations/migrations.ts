import { TASKS_MIGRATION } from './0001-tasks.ts';

/** One step from one shape of the database to the next: plain SQL that is never changed once it was released. */
export interface Migration {
  /** 1, 2, 3, … without a gap. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** All of them, in order. They are text in modules, since a bundle has no files beside it. */
export const MIGRATIONS: readonly Migration[] = [{ number: 1, name: 'tasks', sql: TASKS_MIGRATION }];

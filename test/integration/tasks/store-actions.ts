import type { ChangeResult, ListQuery, NewTask, Task, TaskChanges, TaskPage, TaskStore } from '@toolyard/tasks';
import type { TestStore } from './test-stores.ts';

const EVERYTHING: ListQuery = { status: 'all', tagsMatch: 'any', sort: 'created_at', order: 'asc', limit: 200 };

/** A short way to say what tests do with a store. */
export class StoreActions {
  readonly #test: () => TestStore;
  #users = 0;

  /** The store is there when the first test runs, and not before. */
  constructor(test: () => TestStore) {
    this.#test = test;
  }

  get test(): TestStore {
    return this.#test();
  }

  get store(): TaskStore {
    return this.test.store;
  }

  /** A user whom no other test has. */
  newUser = (): string => `user-${(this.#users += 1)}`;

  create = async (user: string, changes: Partial<NewTask> = {}): Promise<Task> => {
    const result = await this.store.write(user, async (tasks) => tasks.create(newTask(changes)));
    if (result.kind !== 'done') throw new Error(`The task was not created: ${result.kind}`);
    return result.value;
  };

  update = async (user: string, id: number, changes: TaskChanges, version?: number): Promise<ChangeResult> => {
    const result = await this.store.write(user, async (tasks) => tasks.update(id, changes, version));
    if (result.kind !== 'done') throw new Error(`The task was not updated: ${result.kind}`);
    return result.value;
  };

  /** All tasks in the order of their making, or as the changes say. */
  list = async (user: string, changes: Partial<ListQuery> = {}): Promise<TaskPage> =>
    this.store.list(user, { ...EVERYTHING, ...changes });

  titles = async (user: string, changes: Partial<ListQuery> = {}): Promise<readonly string[]> =>
    (await this.list(user, changes)).tasks.map(({ title }) => title);
}

/** What a new task holds, unless a test says otherwise. */
export function newTask(changes: Partial<NewTask> = {}): NewTask {
  return { title: 'Buy milk', description: null, priority: 'Medium', due_date: null, tags: [], ...changes };
}

/** A task as a plain backend keeps it: no tags, no version. */
export interface PlainTask {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly completed: boolean;
  readonly priority: string;
  readonly due_date: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_id: string;
}

/** Fields of a task as they came. */
export type PlainFields = Readonly<Record<string, unknown>>;

/** The tasks of a plain backend. */
export interface PlainTasks {
  readonly all: readonly PlainTask[];
  create(user: string, fields: PlainFields): PlainTask;
  /** Absent where the user has no such task. */
  change(user: string, id: number, fields: PlainFields): PlainTask | undefined;
  remove(user: string, id: number): boolean;
}

/** No tasks yet. */
export function createPlainTasks(): PlainTasks {
  let tasks: readonly PlainTask[] = [];
  let lastId = 0;
  return {
    get all() {
      return tasks;
    },
    create(user, fields) {
      lastId += 1;
      // In the way that Python writes it.
      const time = `2026-11-01T10:00:${String(lastId % 60).padStart(2, '0')}.000000+00:00`;
      const empty = { title: '', description: null, priority: 'Medium', due_date: null };
      const times = { created_at: time, updated_at: time };
      const task = { ...empty, ...fields, id: lastId, completed: false, ...times, user_id: user };
      tasks = [...tasks, task];
      return task;
    },
    change(user, id, fields) {
      const before = tasks.find((task) => task.id === id && task.user_id === user);
      const after = before && { ...before, ...fields };
      if (after !== undefined) tasks = tasks.map((task) => (task === before ? after : task));
      return after;
    },
    remove(user, id) {
      const before = tasks.length;
      tasks = tasks.filter((task) => task.id !== id || task.user_id !== user);
      return tasks.length < before;
    },
  };
}

import { applyTaskChanges } from '../domain/apply-task-changes.ts';
import type { NewTask, Task } from '../domain/task.ts';
import type { TaskWriter } from '../domain/task-store.ts';
import type { Transaction } from './database.ts';
import type { OwnerCondition } from './owner-condition.ts';
import { toDueAt, toSearchKey, toTitleKey } from './to-keys.ts';
import { TASK_COLUMNS, toRank, toTask } from './to-task.ts';

/** Whose tasks are written, and when. */
export interface WriterContext {
  readonly user: string;
  /** As `toISOString` writes it. */
  readonly now: string;
  readonly owned: OwnerCondition;
}

/** The tasks of one user inside `transaction`. */
export function createTaskWriter(transaction: Transaction, context: WriterContext): TaskWriter {
  const find = async (id: number, lock: '' | 'FOR UPDATE') => findTask(transaction, context, { id, lock });

  return {
    create: async (task) => insertTask(transaction, context, task),
    get: async (id) => find(id, ''),
    async update(id, changes, expectedVersion) {
      const before = await find(id, 'FOR UPDATE');
      if (before === undefined) return { kind: 'not-found' };
      if (isOther(before, expectedVersion)) return { kind: 'version-conflict', version: before.version };
      const { task, changedFields } = applyTaskChanges(before, changes, context.now);
      if (changedFields.length > 0) await replaceTask(transaction, context, task);
      return { kind: 'changed', task, changedFields };
    },
    async remove(id, expectedVersion) {
      const task = await find(id, 'FOR UPDATE');
      if (task === undefined) return { kind: 'not-found' };
      if (isOther(task, expectedVersion)) return { kind: 'version-conflict', version: task.version };
      const { user, owned } = context;
      await transaction.query(`DELETE FROM toolyard_tasks.task WHERE ${owned('$1')} AND id = $2`, [user, id]);
      return { kind: 'removed', task };
    },
  };
}

/** The user's task of that number, locked against others where wanted. */
export async function findTask(
  transaction: Transaction,
  { user, owned }: Pick<WriterContext, 'user' | 'owned'>,
  { id, lock }: { readonly id: number; readonly lock: '' | 'FOR UPDATE' },
): Promise<Task | undefined> {
  // Any other number is no task's, and the database would refuse it.
  if (!Number.isSafeInteger(id)) return undefined;
  const text = `SELECT ${TASK_COLUMNS} FROM toolyard_tasks.task WHERE ${owned('$1')} AND id = $2 ${lock}`;
  const [row] = await transaction.query(text, [user, id]);
  return row === undefined ? undefined : toTask(row);
}

function isOther(task: Task, expectedVersion: number | undefined): boolean {
  return expectedVersion !== undefined && expectedVersion !== task.version;
}

async function insertTask(transaction: Transaction, { user, now }: WriterContext, task: NewTask): Promise<Task> {
  const [row] = await transaction.query(
    `INSERT INTO toolyard_tasks.task
       (user_id, title, title_key, description, priority, due_date, due_at, tags, search_key, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${TASK_COLUMNS}`,
    [user, ...contentOf(task), now],
  );
  if (row === undefined) throw new Error('The database accepted a task and did not give it back.');
  return toTask(row);
}

async function replaceTask(transaction: Transaction, { user, owned }: WriterContext, task: Task): Promise<void> {
  await transaction.query(
    `UPDATE toolyard_tasks.task SET title = $2, title_key = $3, description = $4, priority = $5, due_date = $6, due_at = $7, tags = $8,
       search_key = $9, completed = $10, updated_at = $11, version = $12 WHERE ${owned('$1')} AND id = $13`,
    [user, ...contentOf(task), task.completed, task.updated_at, task.version, task.id],
  );
}

/** The values from title to search key. */
function contentOf(task: NewTask): unknown[] {
  const { title, description, priority, due_date, tags } = task;
  return [
    title,
    toTitleKey(title),
    description,
    toRank(priority),
    due_date,
    toDueAt(due_date),
    tags,
    toSearchKey(task),
  ];
}

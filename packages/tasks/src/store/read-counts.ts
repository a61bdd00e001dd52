import type { TagCount, TaskSummary } from '../domain/task-store.ts';
import type { Row, Transaction } from './database.ts';
import type { WriterContext } from './create-task-writer.ts';
import type { OwnerCondition } from './owner-condition.ts';

/** All tags of a user, the most used first, then by name. */
export async function readTags(
  transaction: Transaction,
  user: string,
  owned: OwnerCondition,
): Promise<readonly TagCount[]> {
  const rows = await transaction.query(
    `SELECT tag, count(*)::int AS tasks, (count(*) FILTER (WHERE NOT completed))::int AS open
     FROM toolyard_tasks.task, unnest(tags) AS tag WHERE ${owned('$1')}
     GROUP BY tag ORDER BY tasks DESC, tag COLLATE "C"`,
    [user],
  );
  return rows.map(toTagCount);
}

/** A user's tasks in numbers, at a moment. */
export async function readSummary(transaction: Transaction, { user, now, owned }: WriterContext): Promise<TaskSummary> {
  const count = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::int`;
  const ofPriority = (rank: number): string => count(`NOT completed AND priority = ${rank}`);
  const [row = {}] = await transaction.query(
    `SELECT count(*)::int AS total, ${count('NOT completed')} AS open, ${count('completed')} AS completed,
       ${count('NOT completed AND due_at < $2::timestamptz')} AS overdue,
       ${count("NOT completed AND due_at >= $2::timestamptz AND due_at <= $2::timestamptz + interval '7 days'")} AS due_soon,
       ${ofPriority(0)} AS low, ${ofPriority(1)} AS medium, ${ofPriority(2)} AS high, ${ofPriority(3)} AS urgent
     FROM toolyard_tasks.task WHERE ${owned('$1')}`,
    [user, now],
  );
  const number = (name: string): number => Number(row[name]);
  return {
    total: number('total'),
    open: number('open'),
    completed: number('completed'),
    overdue: number('overdue'),
    due_soon: number('due_soon'),
    open_by_priority: { Low: number('low'), Medium: number('medium'), High: number('high'), Urgent: number('urgent') },
  };
}

function toTagCount(row: Row): TagCount {
  const { tag, tasks, open } = row as unknown as TagCount;
  return { tag, tasks, open };
}

import type { CursorPosition, ListQuery, TaskSort } from '../domain/list-query.ts';
import type { Statement } from './database.ts';
import type { OwnerCondition } from './owner-condition.ts';
import { toSearchWords } from './to-keys.ts';
import { TASK_COLUMNS, toRank } from './to-task.ts';

/** The column that holds the key of each sort. */
const SORT_COLUMNS: Readonly<Record<TaskSort, string>> = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  due_date: 'due_at',
  priority: 'priority',
  title: 'title_key',
};

/** What a list is asked with. */
export interface ListContext {
  readonly user: string;
  /** As `toISOString` writes it. */
  readonly now: string;
  readonly owned: OwnerCondition;
}

/** One statement for one page and one row more, which shows whether there is another page; the sort's key is the column `sort_key`. */
export function createListStatement(query: ListQuery, { user, now, owned }: ListContext): Statement {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [owned(place(user)), ...filtersOf(query, now, place)];
  if (query.after !== undefined) conditions.push(startsAfter(query, query.after, place));
  const column = SORT_COLUMNS[query.sort];
  const order = query.order === 'asc' ? 'ASC' : 'DESC';
  // Said only where a value can be missing: otherwise no index could give this order.
  const missing = query.sort === 'due_date' ? ' NULLS LAST' : '';
  return {
    text:
      `SELECT ${columnsOf(query)}, ${column} AS sort_key FROM toolyard_tasks.task WHERE ${conditions.join(' AND ')} ` +
      `ORDER BY ${column} ${order}${missing}, id ${order} LIMIT ${place(query.limit + 1)}`,
    values,
  };
}

/** Descriptions can be long, so they are read only where they are shown. */
function columnsOf({ fields }: ListQuery): string {
  if (fields === undefined || fields.includes('description')) return TASK_COLUMNS;
  return TASK_COLUMNS.replace('description', 'NULL::text AS description');
}

function filtersOf(query: ListQuery, now: string, place: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (query.status !== 'all') conditions.push(query.status === 'open' ? 'NOT completed' : 'completed');
  if (query.priorities !== undefined)
    conditions.push(`priority = ANY(${place(query.priorities.map(toRank))}::smallint[])`);
  if (query.tags !== undefined) {
    conditions.push(`tags ${query.tagsMatch === 'all' ? '@>' : '&&'} ${place(query.tags)}::text[]`);
  }
  if (query.dueBefore !== undefined) conditions.push(`due_at < ${place(query.dueBefore)}::timestamptz`);
  if (query.dueAfter !== undefined) conditions.push(`due_at > ${place(query.dueAfter)}::timestamptz`);
  if (query.overdue !== undefined) {
    // `IS TRUE`, since nothing is late or not that has no due date.
    conditions.push(`${query.overdue ? '' : 'NOT '}((NOT completed AND due_at < ${place(now)}::timestamptz) IS TRUE)`);
  }
  // Places in a text rather than patterns: so no character has a meaning of its own.
  const words = query.search === undefined ? [] : toSearchWords(query.search);
  return [...conditions, ...words.map((word) => `strpos(search_key, ${place(word)}) > 0`)];
}

function startsAfter(
  { sort, order }: ListQuery,
  { key, id }: CursorPosition,
  place: (value: unknown) => string,
): string {
  const column = SORT_COLUMNS[sort];
  const isBehind = order === 'asc' ? '>' : '<';
  if (key === null) return `${column} IS NULL AND id ${isBehind} ${place(id)}::bigint`;
  const behind = `(${column}, id) ${isBehind} (${place(key)}, ${place(id)}::bigint)`;
  return sort === 'due_date' ? `(${behind} OR ${column} IS NULL)` : behind;
}

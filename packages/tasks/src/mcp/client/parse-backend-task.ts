import { parseDueDate, withOffset } from '../../domain/due-date.ts';
import { PRIORITIES, TASK_FIELDS, type Priority, type Task } from '../../domain/task.ts';

/** The version of a task whose backend counts none. */
export const NO_VERSION = 0;

/** The time of a task whose backend tells none; lists can be sorted by it. */
const NO_TIME = '1970-01-01T00:00:00.000Z';

/** Reads a whole task of any backend; without tags and versions where the backend has none. */
export function parseBackendTask(value: unknown): Task | undefined {
  const row = toRow(value);
  const priority = row && parsePriority(row['priority']);
  const dueDate = row && readDueDate(row['due_date']);
  if (row === undefined || priority === undefined || dueDate === undefined) return undefined;
  const { id, title, completed } = row;
  if (!isId(id) || typeof title !== 'string' || typeof completed !== 'boolean') return undefined;
  return {
    id,
    title,
    description: typeof row['description'] === 'string' ? row['description'] : null,
    completed,
    priority,
    due_date: dueDate,
    tags: Array.isArray(row['tags']) ? row['tags'].filter((tag) => typeof tag === 'string') : [],
    created_at: readMoment(row['created_at']),
    updated_at: readMoment(row['updated_at']),
    version: Number.isSafeInteger(row['version']) ? Number(row['version']) : NO_VERSION,
    user_id: typeof row['user_id'] === 'string' ? row['user_id'] : '',
  };
}

/** Reads a task of which only some fields were asked for. */
export function parseBackendTaskPart(value: unknown): Partial<Task> | undefined {
  const row = toRow(value);
  if (row === undefined || !isId(row['id'])) return undefined;
  return Object.fromEntries(
    TASK_FIELDS.filter((field) => Object.hasOwn(row, field)).map((field) => [field, row[field]]),
  );
}

function toRow(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function parsePriority(value: unknown): Priority | undefined {
  return value === undefined || value === null ? 'Medium' : PRIORITIES.find((priority) => priority === value);
}

// Times are compared and stand in cursors, so that those of other backends must look like ours.
function readDueDate(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? parseDueDate(withT(value)) : undefined;
}

function readMoment(value: unknown): string {
  const time = typeof value === 'string' ? Date.parse(withOffset(withT(value))) : Number.NaN;
  return Number.isNaN(time) ? NO_TIME : new Date(time).toISOString();
}

/** Some databases write a space between day and time. */
function withT(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
}

/** A task without what its backend does not know. */
export function showTask(task: Task): Partial<Task> {
  const { version, created_at: created, updated_at: updated, user_id: user, ...rest } = task;
  return {
    ...rest,
    ...(created === NO_TIME ? {} : { created_at: created }),
    ...(updated === NO_TIME ? {} : { updated_at: updated }),
    ...(version === NO_VERSION ? {} : { version }),
    ...(user === '' ? {} : { user_id: user }),
  };
}

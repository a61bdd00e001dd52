import { parseDueDate } from '../../domain/due-date.ts';
import { PRIORITIES, TASK_FIELDS, type Priority, type Task } from '../../domain/task.ts';

/** The version of a task whose backend counts none. */
export const NO_VERSION = 0;

/** Reads a whole task of any backend; without tags and versions where the backend has none. */
export function parseBackendTask(value: unknown): Task | undefined {
  const row = toRow(value);
  const priority = row && parsePriority(row['priority']);
  if (row === undefined || priority === undefined) return undefined;
  const { id, title, completed } = row;
  if (!isId(id) || typeof title !== 'string' || typeof completed !== 'boolean') return undefined;
  return {
    id,
    title,
    description: typeof row['description'] === 'string' ? row['description'] : null,
    completed,
    priority,
    due_date: readDueDate(row['due_date']),
    tags: Array.isArray(row['tags']) ? row['tags'].filter((tag) => typeof tag === 'string') : [],
    created_at: readText(row['created_at']),
    updated_at: readText(row['updated_at']),
    version: Number.isSafeInteger(row['version']) ? Number(row['version']) : NO_VERSION,
    user_id: readText(row['user_id']),
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

/** Times are compared, so that those of other backends must look like ours; what cannot be read stays as it is. */
function readDueDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return parseDueDate(value) ?? value;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A task without what its backend does not know. */
export function showTask(task: Task): Partial<Task> {
  const { version, created_at: created, updated_at: updated, user_id: user, ...rest } = task;
  return {
    ...rest,
    ...(created === '' ? {} : { created_at: created }),
    ...(updated === '' ? {} : { updated_at: updated }),
    ...(version === NO_VERSION ? {} : { version }),
    ...(user === '' ? {} : { user_id: user }),
  };
}

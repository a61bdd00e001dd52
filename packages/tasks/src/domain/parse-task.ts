import { checkValue } from './check-value.ts';
import type { Parsed } from './field-error.ts';
import type { JsonSchema } from './json-schema.ts';
import type { NewTask, TaskChanges } from './task.ts';
import { COMPLETION_SCHEMA, NEW_TASK_SCHEMA, TASK_CHANGES_SCHEMA } from './task-schemas.ts';
import { trimContent } from './trim-content.ts';

/** Reads a new task. `now` in milliseconds since 1970, for suggestions. */
export function parseNewTask(input: unknown, now: number): Parsed<NewTask> {
  const parsed = parseContent(NEW_TASK_SCHEMA, input, now);
  if (!parsed.ok) return parsed;
  const { title = '', description = null, priority = 'Medium', due_date = null, tags = [] } = parsed.value;
  return { ok: true, value: { title, description, priority, due_date, tags } };
}

/** Reads the changes of a task, at least one. */
export function parseTaskChanges(input: unknown, now: number): Parsed<TaskChanges> {
  return parseContent(TASK_CHANGES_SCHEMA, input, now);
}

/** Reads whether a task is to be done or open. */
export function parseCompletion(input: unknown, now: number): Parsed<TaskChanges> {
  return parseContent(COMPLETION_SCHEMA, input, now);
}

function parseContent(schema: JsonSchema, input: unknown, now: number): Parsed<TaskChanges> {
  const errors = checkValue(schema, input, now);
  if (errors.length > 0) return { ok: false, errors };
  const trimmed = trimContent(input as TaskChanges, { now });
  if (trimmed.errors.length > 0) return { ok: false, errors: trimmed.errors };
  return { ok: true, value: trimmed.content };
}

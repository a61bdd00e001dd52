import { toFieldError } from './check-value.ts';
import { parseDueDate } from './due-date.ts';
import type { FieldError } from './field-error.ts';
import type { JsonSchema } from './json-schema.ts';
import type { TaskChanges } from './task.ts';
import { CONTENT_SCHEMAS, TAG_SCHEMA } from './task-schemas.ts';

/** What trimming gave, and what turned out to be wrong then. */
export interface TrimmedContent {
  readonly content: TaskChanges;
  readonly errors: readonly FieldError[];
}

/** Where the content stands, for messages: `updates[3].` or nothing. */
export interface ContentPlace {
  readonly now: number;
  readonly prefix?: string;
}

/**
 * The content of a task as it is kept: texts trimmed, an empty description as none, each tag once, the due date in UTC.
 * Expects what passed its schema.
 */
export function trimContent(content: TaskChanges, { now, prefix = '' }: ContentPlace): TrimmedContent {
  const errors: FieldError[] = [];
  const complain = (schema: JsonSchema, name: string, value: string, complaint: string): void =>
    void errors.push(toFieldError({ schema, value, now, field: `${prefix}${name}` }, complaint));
  const { title, description, due_date: dueDate, tags } = content;

  if (title?.trim() === '') complain(CONTENT_SCHEMAS.title, 'title', title, 'cannot be empty');
  const due = typeof dueDate === 'string' ? parseDueDate(dueDate) : dueDate;
  if (typeof dueDate === 'string' && due === undefined) {
    complain(CONTENT_SCHEMAS.due_date, 'due_date', dueDate, 'is not a valid date');
  }
  for (const [index, tag] of (tags ?? []).entries()) {
    if (tag.trim() === '') complain(TAG_SCHEMA, `tags[${index}]`, tag, 'cannot be empty');
  }
  const trimmed = {
    ...content,
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(typeof description === 'string' ? { description: description.trim() || null } : {}),
    ...(due === undefined ? {} : { due_date: due }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags.map((tag) => tag.trim()))] }),
  };
  return { content: trimmed, errors };
}

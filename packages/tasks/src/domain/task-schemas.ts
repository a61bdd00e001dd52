import { DUE_DATE_PATTERN } from './due-date.ts';
import type { JsonSchema } from './json-schema.ts';
import { CHANGEABLE_FIELDS, PRIORITIES, TASK_FIELDS, TASK_LIMITS, type ChangeableField, type Task } from './task.ts';

/** The id of a task. */
export const TASK_ID_SCHEMA: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Task id',
};

/** The version that a task must still have for a change to happen. */
export const VERSION_SCHEMA: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Version of the task',
};

/** One tag; a comma separates tags in a query. */
export const TAG_SCHEMA: JsonSchema = { type: 'string', minLength: 1, maxLength: TASK_LIMITS.tag, pattern: '^[^,]*$' };

/** What may be written into each field of a task. Texts are trimmed; `null` clears. */
export const CONTENT_SCHEMAS: Readonly<Record<ChangeableField, JsonSchema>> = {
  title: { type: 'string', minLength: 1, maxLength: TASK_LIMITS.title, description: 'Title' },
  description: { type: ['string', 'null'], maxLength: TASK_LIMITS.description, description: 'Details' },
  completed: { type: 'boolean', description: 'Whether it is done' },
  priority: { type: 'string', enum: PRIORITIES, description: 'Priority' },
  due_date: {
    type: ['string', 'null'],
    pattern: DUE_DATE_PATTERN,
    description: 'ISO 8601 (2026-11-20T10:00:00+01:00; UTC if it has no offset), or a day (2026-11-20)',
  },
  tags: { type: 'array', items: TAG_SCHEMA, maxItems: TASK_LIMITS.tags, description: 'Tags, without commas' },
};

const { title, description, completed, priority, due_date, tags } = CONTENT_SCHEMAS;

/** A task that is to be created. */
export const NEW_TASK_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { title, description, priority: { ...priority, default: 'Medium' }, due_date, tags },
  required: ['title'],
  additionalProperties: false,
};

/** Changes of a task: the fields given, and no others. */
export const TASK_CHANGES_SCHEMA: JsonSchema = {
  type: 'object',
  properties: CONTENT_SCHEMAS,
  minProperties: 1,
  additionalProperties: false,
};

/** Whether a task is done. */
export const COMPLETION_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { completed },
  required: ['completed'],
  additionalProperties: false,
};

/** Changes of several tasks. */
export const BULK_UPDATE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    updates: {
      type: 'array',
      minItems: 1,
      maxItems: TASK_LIMITS.bulk,
      description: 'One entry per task: its id and the fields to change',
      items: {
        type: 'object',
        properties: { id: TASK_ID_SCHEMA, ...CONTENT_SCHEMAS, expected_version: VERSION_SCHEMA },
        required: ['id'],
        additionalProperties: false,
      },
    },
    dry_run: { type: 'boolean', default: false, description: 'Report what would change without changing anything' },
  },
  required: ['updates'],
  additionalProperties: false,
};

/** A personal token that is asked about. */
export const TOKEN_QUESTION_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { token: { type: 'string', minLength: 1, maxLength: 200, description: 'A personal token' } },
  required: ['token'],
  additionalProperties: false,
};

const TIME: JsonSchema = { type: 'string', description: 'UTC, to the millisecond' };

const TASK_PROPERTIES: Readonly<Record<keyof Task, JsonSchema>> = {
  id: TASK_ID_SCHEMA,
  title,
  description,
  completed,
  priority,
  due_date,
  tags,
  created_at: TIME,
  updated_at: TIME,
  version: { ...VERSION_SCHEMA, description: '1 for a new task, increased by 1 with each change' },
  user_id: { type: 'string', description: 'Owner of the task' },
};

/** A whole task. */
export const TASK_SCHEMA: JsonSchema = {
  type: 'object',
  properties: TASK_PROPERTIES,
  required: TASK_FIELDS,
  additionalProperties: false,
};

/** A task of which only some fields were asked for. */
export const TASK_PART_SCHEMA: JsonSchema = {
  type: 'object',
  properties: TASK_PROPERTIES,
  required: ['id'],
  additionalProperties: false,
};

/** Which fields really changed. */
export const CHANGED_FIELDS_SCHEMA: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: CHANGEABLE_FIELDS },
  description: 'The fields that changed',
};

/** A task after a change. */
export const CHANGED_TASK_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { ...TASK_PROPERTIES, changed_fields: CHANGED_FIELDS_SCHEMA },
  required: [...TASK_FIELDS, 'changed_fields'],
  additionalProperties: false,
};

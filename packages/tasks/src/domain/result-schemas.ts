import type { JsonSchema } from './json-schema.ts';
import { PRIORITIES } from './task.ts';
import { CHANGED_FIELDS_SCHEMA, TASK_ID_SCHEMA, TASK_PART_SCHEMA, TASK_SCHEMA } from './task-schemas.ts';

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** One page of tasks. */
export const TASK_PAGE_SCHEMA: JsonSchema = closed({
  tasks: { type: 'array', items: TASK_PART_SCHEMA },
  next_cursor: { type: ['string', 'null'], description: 'Pass it as `cursor` to get the next page' },
  has_more: { type: 'boolean' },
});

/** The tags in use. */
export const TAG_LIST_SCHEMA: JsonSchema = closed({
  tags: { type: 'array', items: closed({ tag: { type: 'string' }, tasks: COUNT, open: COUNT }) },
});

/** A user's tasks in numbers. */
export const TASK_SUMMARY_SCHEMA: JsonSchema = closed({
  total: COUNT,
  open: COUNT,
  completed: COUNT,
  overdue: { ...COUNT, description: 'Open and past the due date' },
  due_soon: { ...COUNT, description: 'Open and due within the next 7 days' },
  open_by_priority: closed(Object.fromEntries(PRIORITIES.map((priority) => [priority, COUNT]))),
});

/** The outcome of each change of a bulk update. */
export const BULK_RESULT_SCHEMA: JsonSchema = closed({
  results: {
    type: 'array',
    items: {
      ...closed({
        id: TASK_ID_SCHEMA,
        status: { type: 'string', enum: ['updated', 'unchanged', 'not_found', 'version_conflict'] },
        changed_fields: CHANGED_FIELDS_SCHEMA,
        task: { ...TASK_SCHEMA, description: 'The task after the change, or as it would be in a dry run' },
        message: { type: 'string', description: 'Why nothing was changed' },
      }),
      required: ['id', 'status', 'changed_fields'],
    },
  },
  updated: COUNT,
  unchanged: COUNT,
  failed: COUNT,
  dry_run: { type: 'boolean' },
});

/** Whom a personal token belongs to, as RFC 7662 tells it; without a user where it belongs to nobody. */
export const TOKEN_OWNER_SCHEMA: JsonSchema = {
  ...closed({
    active: { type: 'boolean' },
    user_id: { type: 'string' },
    scopes: { type: 'array', items: { type: 'string', enum: ['tasks:read', 'tasks:write'] } },
  }),
  required: ['active'],
};

/** A problem as RFC 9457 has it, with our own `request_id`, `errors` and `current_version`. */
export const PROBLEM_SCHEMA: JsonSchema = {
  ...closed({
    type: { type: 'string', description: 'The kind of problem, for programs to check' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong and what to do' },
    request_id: { type: 'string', description: 'Id of this request in the log' },
    errors: {
      type: 'array',
      items: closed({
        field: { type: 'string' },
        message: { type: 'string' },
        received_value: { type: ['string', 'null'] },
        suggestion: { type: ['string', 'null'] },
      }),
    },
    current_version: { type: 'integer', description: 'Current version of the task' },
  }),
  required: ['type', 'title', 'status', 'detail', 'request_id'],
};

function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

import { DUE_DATE_PATTERN } from './due-date.ts';
import type { JsonSchema } from './json-schema.ts';
import { TASK_SORTS } from './list-query.ts';
import { PRIORITIES, TASK_FIELDS, TASK_LIMITS } from './task.ts';
import { TAG_SCHEMA } from './task-schemas.ts';

const DUE: JsonSchema = { type: 'string', pattern: DUE_DATE_PATTERN };

/** How many tasks a page has where nothing is said. */
export const DEFAULT_PAGE = 50;

/** What can be asked of a list. */
export const LIST_QUERY_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    search: {
      type: 'string',
      minLength: 1,
      maxLength: TASK_LIMITS.search,
      description: 'Words in title, description or tags',
    },
    status: { type: 'string', enum: ['open', 'completed', 'all'], default: 'all', description: 'Which tasks' },
    priority: {
      type: 'array',
      items: { type: 'string', enum: PRIORITIES },
      minItems: 1,
      maxItems: PRIORITIES.length,
      description: 'Any of these priorities',
    },
    tags: {
      type: 'array',
      items: TAG_SCHEMA,
      minItems: 1,
      maxItems: TASK_LIMITS.tags,
      description: 'Tags to look for',
    },
    tags_match: { type: 'string', enum: ['any', 'all'], default: 'any', description: 'Any or all of the tags' },
    due_before: { ...DUE, description: 'Due before this moment or day' },
    due_after: { ...DUE, description: 'Due after this moment or day' },
    overdue: { type: 'boolean', description: 'true: open and past the due date; false: all others' },
    sort: { type: 'string', enum: TASK_SORTS, default: 'created_at', description: 'What to sort by' },
    order: {
      type: 'string',
      enum: ['asc', 'desc'],
      description: 'Default: asc for due_date and title, else desc',
    },
    cursor: { type: 'string', minLength: 1, maxLength: 2000, description: '`next_cursor` of the previous page' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: TASK_LIMITS.page,
      default: DEFAULT_PAGE,
      description: 'Tasks per page',
    },
    fields: {
      type: 'array',
      items: { type: 'string', enum: TASK_FIELDS },
      minItems: 1,
      maxItems: TASK_FIELDS.length,
      description: 'Fields to return; id is always included',
    },
  },
  additionalProperties: false,
};

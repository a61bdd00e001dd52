import type { JsonSchema } from '../../domain/json-schema.ts';
import { CHANGED_FIELDS_SCHEMA, TASK_PART_SCHEMA, TASK_SCHEMA } from '../../domain/task-schemas.ts';
import type { OutputSchema } from './task-tool.ts';

/** What a task of any backend has. */
const CERTAIN_FIELDS = ['id', 'title', 'completed', 'priority'];

/** A task that stands in a list. */
export const LISTED_TASK: JsonSchema = toShort(TASK_PART_SCHEMA);

const TASK_PROPERTIES = toShort(TASK_SCHEMA).properties ?? {};

/** The kind of a change's answer: the task as it is now, and what is different. */
export const CHANGED_OUTPUT: OutputSchema = toOutput(
  { ...TASK_PROPERTIES, changed_fields: toShort(CHANGED_FIELDS_SCHEMA) },
  [...CERTAIN_FIELDS, 'changed_fields'],
);

/** The kind of an answer that is a task, with more of its own. */
export function toTaskOutput(more: Readonly<Record<string, JsonSchema>> = {}): OutputSchema {
  return toOutput({ ...TASK_PROPERTIES, ...more }, [...CERTAIN_FIELDS, ...Object.keys(more)]);
}

/** The kind of an answer: these properties, or those of an error. */
export function toOutput(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): OutputSchema {
  return { type: 'object', properties, anyOf: [{ required }, { required: ['error_type', 'message'] }] };
}

/** A schema without what only matters to those who write: models read each definition with every question. */
export function toShort({ type, enum: words, items, properties, required }: JsonSchema): JsonSchema {
  return {
    ...(type === undefined ? {} : { type }),
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: toShort(items) }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, toShort) }),
    // A part of a task names what it always has; the rest is said by each answer itself.
    ...(required === undefined || properties === undefined || required.length > 1 ? {} : { required }),
  };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

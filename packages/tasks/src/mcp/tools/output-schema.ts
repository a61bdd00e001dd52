import type { JsonSchema } from '../../domain/json-schema.ts';
import { TASK_PART_SCHEMA, TASK_SCHEMA } from '../../domain/task-schemas.ts';
import type { OutputSchema } from './task-tool.ts';

/** What a task of any backend has. */
const CERTAIN_FIELDS = ['id', 'title'];

/** A task that stands in a list. */
export const LISTED_TASK: JsonSchema = toShort(TASK_PART_SCHEMA);

const TASK = toShort(TASK_SCHEMA).properties ?? {};
const MAIN_FIELDS = ['id', 'title', 'completed', 'version'];
const MAIN = Object.fromEntries(Object.entries(TASK).filter(([name]) => MAIN_FIELDS.includes(name)));

/** What the answer to a change tells besides the task. */
export const CHANGED_FIELDS: Readonly<Record<string, JsonSchema>> = {
  changed_fields: { type: 'array', items: { type: 'string' } },
};

/** The kind of an answer that is a task, with more of its own. */
export function toTaskOutput(more: Readonly<Record<string, JsonSchema>> = {}): OutputSchema {
  return toOutput({ ...TASK, ...more }, [...CERTAIN_FIELDS, ...Object.keys(more)]);
}

/** The same, told in fewer words: the other fields of a task are there all the same. */
export function toBriefTaskOutput(more: Readonly<Record<string, JsonSchema>>): OutputSchema {
  return toOutput({ ...MAIN, ...more }, [...CERTAIN_FIELDS, ...Object.keys(more)]);
}

/** The kind of an answer: these properties, or those of an error. */
export function toOutput(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): OutputSchema {
  return { type: 'object', properties, anyOf: [{ required }, { required: ['error_type', 'message'] }] };
}

/** A schema without what only matters to those who write: models read each definition with every question. */
export function toShort({ type, items, properties, required }: JsonSchema): JsonSchema {
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: toShort(items) }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, toShort) }),
    // A part of a task names what it always has; the rest is said by each answer itself.
    ...(required === undefined || required.length > 1 ? {} : { required }),
  };
}

/** A schema without bounds that nobody comes near; arguments are checked against the whole one. */
export function toAdvertised(schema: JsonSchema): JsonSchema {
  const { maximum, items, properties, ...rest } = schema;
  return {
    ...rest,
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(items === undefined ? {} : { items: toAdvertised(items) }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, toAdvertised) }),
  };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

import type { JsonSchema } from '../domain/json-schema.ts';
import {
  BULK_RESULT_SCHEMA,
  PROBLEM_SCHEMA,
  TAG_LIST_SCHEMA,
  TASK_PAGE_SCHEMA,
  TASK_SUMMARY_SCHEMA,
  TOKEN_OWNER_SCHEMA,
} from '../domain/result-schemas.ts';
import {
  BULK_UPDATE_SCHEMA,
  CHANGED_TASK_SCHEMA,
  COMPLETION_SCHEMA,
  NEW_TASK_SCHEMA,
  TASK_CHANGES_SCHEMA,
  TASK_PART_SCHEMA,
  TASK_SCHEMA,
  TOKEN_QUESTION_SCHEMA,
} from '../domain/task-schemas.ts';

/** The schemas that have a name in the description, and are written there once. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  Task: TASK_SCHEMA,
  TaskPart: TASK_PART_SCHEMA,
  ChangedTask: CHANGED_TASK_SCHEMA,
  NewTask: NEW_TASK_SCHEMA,
  TaskChanges: TASK_CHANGES_SCHEMA,
  Completion: COMPLETION_SCHEMA,
  BulkUpdate: BULK_UPDATE_SCHEMA,
  BulkResult: BULK_RESULT_SCHEMA,
  TaskPage: TASK_PAGE_SCHEMA,
  TagList: TAG_LIST_SCHEMA,
  TaskSummary: TASK_SUMMARY_SCHEMA,
  TokenQuestion: TOKEN_QUESTION_SCHEMA,
  TokenOwner: TOKEN_OWNER_SCHEMA,
  Problem: PROBLEM_SCHEMA,
};

const NAMES: ReadonlyMap<JsonSchema, string> = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

/** A schema with the name of each part that has one in its place. */
export function toReference(schema: JsonSchema): object {
  const name = NAMES.get(schema);
  return name === undefined ? toDescribed(schema) : { $ref: `#/components/schemas/${name}` };
}

/** All named schemas, each described by the names of its parts. */
export function describeNamedSchemas(): Record<string, object> {
  return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, toDescribed(schema)]));
}

function toDescribed(schema: JsonSchema): object {
  const { items, properties } = schema;
  const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, toReference(part)]);
  return {
    ...schema,
    ...(items === undefined ? {} : { items: toReference(items) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(parts) }),
  };
}

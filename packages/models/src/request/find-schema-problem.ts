import { isJsonObject, quoteName, resolveReference, type JsonObject } from '@toolyard/core';
import { SCHEMA_LISTS, SCHEMA_RECORDS, SCHEMA_SINGLES } from './schema-keywords.ts';

const TYPES: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const MAX_DEPTH = 64;

/** Why no provider would take this as the schema of a tool's arguments; `undefined` where it is fine. */
export function findSchemaProblem(schema: JsonObject): string | undefined {
  const { type = 'object' } = schema;
  if (type !== 'object' && !(Array.isArray(type) && type.includes('object'))) return 'it describes no object';
  return findProblem(schema, { root: schema, place: 'it', depth: 0 });
}

interface Place {
  readonly root: JsonObject;
  /** How a message names the schema. */
  readonly place: string;
  readonly depth: number;
}

function findProblem(schema: unknown, at: Place): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) return `${at.place} is no schema`;
  if (at.depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
  return findOwnProblem(schema, at) ?? findInner(schema, at);
}

function findOwnProblem(
  { type, required, enum: values, $ref }: JsonObject,
  { root, place }: Place,
): string | undefined {
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  const [unknown] = types.filter((name) => !TYPES.has(name));
  if (unknown !== undefined) return `${place} has the unknown type ${JSON.stringify(unknown)}`;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string')))
    return `"required" of ${place} is no list of names`;
  if (values !== undefined && !(Array.isArray(values) && values.length > 0))
    return `"enum" of ${place} is no list of values`;
  if ($ref !== undefined && (typeof $ref !== 'string' || resolveReference(root, $ref) === undefined))
    return `"$ref" of ${place} leads nowhere`;
  return undefined;
}

function findInner(schema: JsonObject, at: Place): string | undefined {
  for (const keyword of SCHEMA_RECORDS) {
    const record = schema[keyword];
    if (record !== undefined && !isJsonObject(record)) return `"${keyword}" of ${at.place} is no object`;
  }
  for (const keyword of SCHEMA_LISTS) {
    const list = schema[keyword];
    if (list !== undefined && !(Array.isArray(list) && list.length > 0))
      return `"${keyword}" of ${at.place} is no list of schemas`;
  }
  for (const [name, inner] of innerSchemas(schema)) {
    const problem = findProblem(inner, { root: at.root, place: name, depth: at.depth + 1 });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The schemas that stand in this one, each with the name of its property or keyword. */
function* innerSchemas(schema: JsonObject): Generator<readonly [name: string, schema: unknown]> {
  for (const keyword of SCHEMA_RECORDS) {
    const record = schema[keyword];
    if (isJsonObject(record)) for (const [name, inner] of Object.entries(record)) yield [quoteName(name), inner];
  }
  for (const keyword of [...SCHEMA_LISTS, 'prefixItems', 'items']) {
    const list = schema[keyword];
    if (Array.isArray(list)) for (const inner of list) yield [`"${keyword}"`, inner];
  }
  for (const keyword of [...SCHEMA_SINGLES, 'items']) {
    const inner = schema[keyword];
    if (inner !== undefined && !Array.isArray(inner)) yield [`"${keyword}"`, inner];
  }
}

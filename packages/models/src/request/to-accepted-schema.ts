import { isJsonObject, resolveReference, toShapes, type JsonObject } from '@toolyard/core';
import type { ProviderName } from '../choose/providers.ts';
import { SCHEMA_LISTS, SCHEMA_RECORDS, SCHEMA_SINGLES } from './schema-keywords.ts';
import { toPlainSchema } from './to-plain-schema.ts';

/** What no provider takes where the arguments as a whole are described. */
const REFUSED_AT_ROOT = ['$ref', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not', 'if', 'then', 'else'];

/** What Anthropic takes as the name of an argument. */
const ANTHROPIC_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * A schema for the arguments of a tool as the provider takes it. It may allow more than the original, which decides about calls, and never
 * less, but for arguments that the provider has no way to name.
 */
export function toAcceptedSchema(schema: JsonObject, provider: ProviderName): JsonObject {
  const plain = toPlainRoot(schema);
  if (provider === 'google' || provider === 'ollama') return toPlainSchema(plain);
  const whole = completeArrays(plain);
  return provider === 'anthropic' ? keepProperties(whole, (name) => ANTHROPIC_NAME.test(name)) : whole;
}

/** An object at the root, which is never null, with the properties of all alternatives side by side. */
function toPlainRoot({ $schema: _schema, $id: _id, nullable: _nullable, ...schema }: JsonObject): JsonObject {
  if (!REFUSED_AT_ROOT.some((keyword) => keyword in schema)) {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    return { ...schema, type: 'object', properties };
  }
  const kept = Object.entries(schema).filter(([keyword]) => !REFUSED_AT_ROOT.includes(keyword));
  const shapes = toShapes(schema, schema).map(({ properties }) => (isJsonObject(properties) ? properties : {}));
  return {
    ...Object.fromEntries(kept),
    type: 'object',
    properties: Object.assign({}, ...shapes.toReversed()),
    required: [...demandedBy(schema, schema, new Set())],
  };
}

/** The properties that are there in every alternative; what was seen before counts as demanding nothing. */
function demandedBy(node: unknown, root: JsonObject, seen: Set<unknown>): ReadonlySet<string> {
  if (!isJsonObject(node) || seen.has(node)) return new Set();
  seen.add(node);
  const demandedIn = (inner: unknown): ReadonlySet<string> => demandedBy(inner, root, seen);
  const { required, allOf, anyOf, oneOf, $ref } = node;
  const own = Array.isArray(required) ? required.map(String) : [];
  const referred = typeof $ref === 'string' ? demandedIn(resolveReference(root, $ref)) : [];
  const all = Array.isArray(allOf) ? allOf.flatMap((branch) => [...demandedIn(branch)]) : [];
  const some = [anyOf, oneOf].filter(Array.isArray).flatMap((branches) => {
    const [first = new Set<string>(), ...others] = branches.map(demandedIn);
    return [...first].filter((name) => others.every((names) => names.has(name)));
  });
  return new Set([...own, ...referred, ...all, ...some]);
}

/** OpenAI refuses an array that says nothing of its items. */
function completeArrays(schema: JsonObject): JsonObject {
  const change = (node: unknown): unknown => (isJsonObject(node) ? completeArrays(node) : node);
  const changed = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (isOneOf(keyword, SCHEMA_RECORDS) && isJsonObject(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))];
    if (isOneOf(keyword, [...SCHEMA_LISTS, 'items', 'prefixItems']) && Array.isArray(value))
      return [keyword, value.map(change)];
    return [keyword, isOneOf(keyword, [...SCHEMA_SINGLES, 'items']) ? change(value) : value];
  });
  const { type, items, prefixItems } = schema;
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
  const lacksItems = isArray && items === undefined && prefixItems === undefined;
  return { ...Object.fromEntries(changed), ...(lacksItems ? { items: {} } : {}) };
}

function isOneOf(keyword: string, keywords: readonly string[]): boolean {
  return keywords.includes(keyword);
}

function keepProperties(schema: JsonObject, isKept: (name: string) => boolean): JsonObject {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).every(isKept)) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))),
    ...(Array.isArray(required) ? { required: required.map(String).filter(isKept) } : {}),
  };
}

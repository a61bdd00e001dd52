import type { JsonSchema } from '../domain/json-schema.ts';

/** What a schema names of a value, in the order of the schema: an answer holds that and nothing else. */
export function selectBySchema({ properties, items }: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => selectBySchema(items, item));
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const given = new Map<string, unknown>(Object.entries(value));
  const named = Object.entries(properties).filter(([name]) => given.get(name) !== undefined);
  return Object.fromEntries(named.map(([name, schema]) => [name, selectBySchema(schema, given.get(name))]));
}

import type { JsonSchema } from './json-schema.ts';

/**
 * The parameters of a query as values of their schema's types. Lists are separated by commas or repeated; what does not look like
 * its type stays text, and is refused when it is checked.
 */
export function readQuery(schema: JsonSchema, pairs: Iterable<readonly [string, string]>): Record<string, unknown> {
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) texts.set(name, [...(texts.get(name) ?? []), text]);
  const { properties = {} } = schema;
  return Object.fromEntries(
    [...texts].map(([name, all]) => [name, readList(Object.hasOwn(properties, name) ? properties[name] : {}, all)]),
  );
}

function readList(schema: JsonSchema | undefined, texts: readonly string[]): unknown {
  const [text = '', second] = texts;
  if (schema?.type === 'array') return texts.flatMap((list) => list.split(','));
  // A list where one value is wanted is refused: which of them would be meant?
  if (second !== undefined) return texts;
  if (schema?.type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

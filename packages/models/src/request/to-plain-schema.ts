import { isJsonObject, resolveReference, type JsonObject } from '@toolyard/core';

/** The formats that Gemini knows; it refuses a request with any other. */
const FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** References inside of each other; what lies deeper is described as an object. */
const MAX_REFERENCES = 8;

/** Schemas in one schema, with all that its references lead to; beyond them each is described as an object. */
const MAX_SCHEMAS = 2000;

interface Place {
  readonly root: JsonObject;
  /** Those that led here. */
  readonly references: readonly string[];
  readonly budget: { left: number };
}

/**
 * A schema in the few keywords that Gemini takes, and that Ollama does not drop: references put in, alternatives only as `anyOf` and with
 * nothing beside it, one type for each value.
 */
export function toPlainSchema(schema: JsonObject): JsonObject {
  return convert(schema, { root: schema, references: [], budget: { left: MAX_SCHEMAS } });
}

function convert(given: unknown, { root, references, budget }: Place): JsonObject {
  // `true`: any value. Gemini wants a type, and text can hold everything.
  if (!isJsonObject(given)) return { type: 'string' };
  if (budget.left-- <= 0) return { type: 'object', ...describe(given) };
  const followed = [...references];
  const { anyOf, oneOf, type, ...rest } = flatten(given, root, followed);
  const inner = { root, references: followed, budget };
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives))
    return toAlternatives(alternatives.map((branch) => convert(merge([{ type, ...rest }, branch]), inner)));
  if (Array.isArray(type) && type.filter((name) => name !== 'null').length > 1)
    return toAlternatives(type.map((name) => convert({ ...rest, type: name }, inner)));
  return convertPlain({ ...rest, type }, (schema) => convert(schema, inner));
}

/** What a schema says together with its references and its `allOf`; the references that were followed are added to `followed`. */
function flatten(node: unknown, root: JsonObject, followed: string[]): JsonObject {
  if (!isJsonObject(node)) return {};
  const { $ref, allOf, ...rest } = node;
  const said: JsonObject[] = [];
  if (typeof $ref === 'string') {
    const isEndless = followed.includes($ref) || followed.length >= MAX_REFERENCES;
    followed.push($ref);
    said.push(isEndless ? { type: 'object' } : flatten(resolveReference(root, $ref), root, followed));
  }
  if (Array.isArray(allOf)) said.push(...allOf.map((branch) => flatten(branch, root, followed)));
  return merge([...said, rest]);
}

function toAlternatives(branches: readonly JsonObject[]): JsonObject {
  const [first = { type: 'string' }, ...others] = branches;
  return others.length === 0 ? first : { anyOf: branches };
}

/** One schema that says what all of them say; what is said twice counts as the later says it, but for properties, which are added. */
function merge(schemas: readonly unknown[]): JsonObject {
  let merged: JsonObject = {};
  for (const schema of schemas) {
    if (!isJsonObject(schema)) continue;
    const next: JsonObject = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
    const properties = [merged['properties'], next['properties']].filter(isJsonObject);
    const required = [merged['required'], next['required']].filter(Array.isArray).flat();
    merged = {
      ...merged,
      ...next,
      ...(properties.length > 0 ? { properties: Object.assign({}, ...properties) } : {}),
      ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    };
  }
  return merged;
}

function convertPlain(node: JsonObject, convertInner: (inner: unknown) => JsonObject): JsonObject {
  const { type: given, properties, items, prefixItems, format, nullable } = node;
  const types = Array.isArray(given) ? given : [given];
  const type =
    types.find((name) => name !== 'null' && name !== undefined) ?? (given === 'null' ? 'null' : guessType(node));
  const result: Record<string, unknown> = { type, ...describe(node), ...toEnum(node, type) };
  if (nullable === true || (types.includes('null') && type !== 'null')) result['type'] = [type, 'null'];
  if (FORMATS[String(type)]?.includes(format) === true) result['format'] = format;
  if (type === 'array') result['items'] = convertInner([items].flat()[0] ?? [prefixItems].flat()[0]);
  if (type === 'object' && isJsonObject(properties)) {
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, convertInner(inner)]),
    );
    const required = [node['required']].flat().filter((name) => typeof name === 'string' && name in properties);
    if (required.length > 0) result['required'] = required;
  }
  return result;
}

function guessType({ properties, items, enum: values, const: value }: JsonObject): string {
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const example: unknown = Array.isArray(values) ? values[0] : value;
  return typeof example === 'number' || typeof example === 'boolean' ? typeof example : 'string';
}

/** Gemini takes values of the one type, and no empty text; others are told in words. */
function toEnum(node: JsonObject, type: unknown): JsonObject {
  const { enum: listed, const: value } = node;
  const values: readonly unknown[] = Array.isArray(listed) ? listed : value === undefined ? [] : [value];
  const fits = (one: unknown): boolean =>
    type === 'integer'
      ? Number.isInteger(one)
      : typeof one === type && one !== '' && (type !== 'number' || Number.isFinite(one));
  const known = values.filter((one) => one !== null);
  if (known.length === 0 || typeof type !== 'string') return {};
  if (known.every(fits) && ['string', 'number', 'integer', 'boolean'].includes(type)) return { enum: known };
  const { description = '' } = describe(node);
  return { description: `${String(description)} One of: ${JSON.stringify(values)}`.trim() };
}

function describe({ description }: JsonObject): JsonObject {
  return typeof description === 'string' && description !== '' ? { description } : {};
}

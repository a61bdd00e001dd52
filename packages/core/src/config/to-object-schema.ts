import type { Field, Fields, IntegerShape, ListShape, Shape, StringShape, VariantsShape } from './shape.ts';

/** A JSON Schema, draft 07. */
export type JsonSchemaDraft7 = { readonly [keyword: string]: unknown };

/** How a schema is written. */
export interface SchemaOptions {
  /** Keys that are not known are refused. */
  readonly strict?: true;
}

/** The JSON Schema of an object with these fields. */
export function toObjectSchema(fields: Fields, options: SchemaOptions = {}): JsonSchemaDraft7 {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field, options)]),
  );
  const rules = Object.entries(fields).flatMap(([name, { onlyWith, requiredUnless }]) => [
    ...(onlyWith === undefined ? [] : [goesWith(name, onlyWith)]),
    ...(requiredUnless === undefined ? [] : [{ anyOf: [{ required: [name] }, { required: [requiredUnless] }] }]),
  ]);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(options.strict && { additionalProperties: false }),
    ...(rules.length > 0 && { allOf: rules }),
  };
}

function goesWith(name: string, { field, value }: NonNullable<Field['onlyWith']>): JsonSchemaDraft7 {
  return {
    anyOf: [{ not: { required: [name] } }, { properties: { [field]: { const: value } }, required: [field] }],
  };
}

function toFieldSchema({ shape, about, default: value }: Field, options: SchemaOptions): JsonSchemaDraft7 {
  return { description: about, ...toShapeSchema(shape, options), ...(value !== undefined && { default: value }) };
}

function toShapeSchema(shape: Shape, options: SchemaOptions): JsonSchemaDraft7 {
  switch (shape.kind) {
    case 'anything':
      return shape.types === undefined ? {} : { type: shape.types };
    case 'string':
      return toStringSchema(shape);
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return toIntegerSchema(shape);
    case 'number':
      return { type: 'number', minimum: shape.min };
    case 'choice':
      return { enum: shape.values };
    case 'plain':
      return { type: ['string', 'number', 'boolean', 'null'] };
    case 'list':
      return toListSchema(shape, options);
    case 'map':
      return {
        type: 'object',
        additionalProperties: toShapeSchema(shape.of, options),
        ...(shape.keys && { propertyNames: { pattern: shape.keys.source } }),
      };
    case 'either':
      return { anyOf: shape.of.map((other) => toShapeSchema(other, options)) };
    case 'variants':
      return toVariantsSchema(shape, options);
    default:
      return toObjectOrListSchema(shape, options);
  }
}

function toStringSchema({ notEmpty, format, matches, maxLength, examples }: StringShape): JsonSchemaDraft7 {
  // A variable can become any URL, so a text that holds one is left to the parser.
  const pattern = format === 'http-url' ? '^[hH][tT][tT][pP][sS]?://[^/?#\\s]|\\$' : '^[^\\u0000]*$';
  return {
    type: 'string',
    pattern: matches?.source ?? pattern,
    ...(notEmpty && { minLength: 1 }),
    ...(maxLength !== undefined && { maxLength }),
    ...(examples !== undefined && { examples: [...examples] }),
  };
}

const SOME: StringShape = { kind: 'string', notEmpty: true };

function toIntegerSchema({ min, max, unlimited, orText }: IntegerShape): JsonSchemaDraft7 {
  if (orText !== undefined) {
    return {
      anyOf: [toIntegerSchema({ kind: 'integer', min, ...(max !== undefined && { max }) }), toStringSchema(SOME)],
    };
  }
  if (min === max) return { const: min };
  const range = { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }) };
  return unlimited ? { anyOf: [range, { const: -1 }] } : range;
}

function toListSchema({ of, max, notEmpty }: ListShape, options: SchemaOptions): JsonSchemaDraft7 {
  return {
    type: 'array',
    items: toShapeSchema(of, options),
    ...(max && { maxItems: max }),
    ...(notEmpty && { minItems: 1 }),
  };
}

/** Conditions rather than alternatives, so that an editor says what is wrong with the variant that was meant. */
function toVariantsSchema({ by, about, of }: VariantsShape, options: SchemaOptions): JsonSchemaDraft7 {
  const words = of.flatMap(({ when }) => when);
  return {
    type: 'object',
    properties: { [by]: { description: about, enum: words } },
    required: [by],
    allOf: of.map(({ when, fields }) => ({
      if: { properties: { [by]: { enum: when } }, required: [by] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: toObjectSchema({ [by]: { shape: { kind: 'anything' }, about }, ...fields }, options),
    })),
  };
}

function toObjectOrListSchema(
  { fields, listStandsFor }: Shape & { kind: 'object' },
  options: SchemaOptions,
): JsonSchemaDraft7 {
  const object = toObjectSchema(fields, options);
  const list = listStandsFor === undefined ? undefined : fields[listStandsFor];
  return list === undefined ? object : { anyOf: [object, toShapeSchema(list.shape, options)] };
}

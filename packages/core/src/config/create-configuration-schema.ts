import { SERVER_SECTIONS } from './parse-configuration.ts';
import { FOREIGN_SERVER_FIELDS, SERVER_FIELDS, SERVER_KEY } from './server-fields.ts';
import { BUILTIN_NAMES, EXCLUSIVE_FIELDS, TYPE_RULES, UNTYPED_NEEDS } from './server-rules.ts';
import { INPUT_FIELDS, SETTINGS_FIELDS } from './settings-fields.ts';
import type { Field, Fields, IntegerShape, Shape } from './shape.ts';

/** A JSON Schema, draft 07. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The JSON Schema of a configuration file, for editors; made from the same tables as the parser. */
export function createConfigurationSchema(): JsonSchema {
  const servers = { $ref: '#/definitions/servers' };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Toolyard configuration',
    type: 'object',
    // Not keywords of the draft: they tell VS Code's editor what the file may hold.
    allowComments: true,
    allowTrailingCommas: true,
    properties: {
      $schema: { type: 'string' },
      mcpServers: { ...servers, description: 'The servers, by key.' },
      servers: { ...servers, description: 'The servers, by key, as VS Code writes it.' },
      inputs: {
        type: 'array',
        description: 'Values that people are asked for: ${input:ID}.',
        items: toObjectSchema(INPUT_FIELDS),
      },
      toolyard: { ...toObjectSchema(SETTINGS_FIELDS), description: 'Settings of Toolyard itself.' },
    },
    anyOf: SERVER_SECTIONS.map(requires),
    definitions: {
      servers: {
        type: 'object',
        propertyNames: { pattern: SERVER_KEY.source },
        additionalProperties: { $ref: '#/definitions/server' },
      },
      server: { ...toObjectSchema({ ...SERVER_FIELDS, ...FOREIGN_SERVER_FIELDS }), allOf: createServerRules() },
    },
  };
}

function createServerRules(): JsonSchema[] {
  return [
    ...EXCLUSIVE_FIELDS.map((pair) => ({ not: { required: pair } })),
    ...[true, false].map((value) => ({ not: hasBoth({ enabled: { const: value }, disabled: { const: value } }) })),
    { anyOf: ['type', ...UNTYPED_NEEDS].map(requires) },
    ...Object.entries(TYPE_RULES).map(([type, { needs, excludes }]) =>
      implies(hasType(type), { anyOf: needs.map(requires), not: { anyOf: excludes.map(requires) } }),
    ),
    implies(hasType('builtin'), { properties: { name: { enum: BUILTIN_NAMES } } }),
  ];
}

function implies(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  return { anyOf: [{ not: condition }, consequence] };
}

function requires(field: string): JsonSchema {
  return { required: [field] };
}

function hasType(type: string): JsonSchema {
  return hasBoth({ type: { const: type } });
}

function hasBoth(properties: JsonSchema): JsonSchema {
  return { properties, required: Object.keys(properties) };
}

function toObjectSchema(fields: Fields): JsonSchema {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field)]));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function toFieldSchema({ shape, about, default: value }: Field): JsonSchema {
  return { description: about, ...toShapeSchema(shape), ...(value !== undefined && { default: value }) };
}

function toShapeSchema(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'anything':
      return {};
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
    case 'list':
      return { type: 'array', items: toShapeSchema(shape.of), ...(shape.max && { maxItems: shape.max }) };
    case 'map':
      return {
        type: 'object',
        additionalProperties: toShapeSchema(shape.of),
        ...(shape.keys && { propertyNames: { pattern: shape.keys.source } }),
      };
    default:
      return toObjectOrListSchema(shape);
  }
}

function toStringSchema({ notEmpty, format }: Shape & { kind: 'string' }): JsonSchema {
  // A variable can become any URL, so a text that holds one is left to the parser.
  const pattern = format === 'http-url' ? '^[hH][tT][tT][pP][sS]?://[^/?#\\s]|\\$' : '^[^\\u0000]*$';
  return { type: 'string', pattern, ...(notEmpty && { minLength: 1 }) };
}

function toIntegerSchema({ min, max, unlimited }: IntegerShape): JsonSchema {
  const range = { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }) };
  return unlimited ? { anyOf: [range, { const: -1 }] } : range;
}

function toObjectOrListSchema({ fields, listStandsFor }: Shape & { kind: 'object' }): JsonSchema {
  const object = toObjectSchema(fields);
  const list = listStandsFor === undefined ? undefined : fields[listStandsFor];
  return list === undefined ? object : { anyOf: [object, toShapeSchema(list.shape)] };
}

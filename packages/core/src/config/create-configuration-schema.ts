import { SERVER_SECTIONS } from './parse-configuration.ts';
import { FOREIGN_SERVER_FIELDS, SERVER_FIELDS, SERVER_KEY } from './server-fields.ts';
import { BUILTIN_NAMES, EXCLUSIVE_FIELDS, TYPE_RULES, UNTYPED_NEEDS } from './server-rules.ts';
import { INPUT_FIELDS, SETTINGS_FIELDS } from './settings-fields.ts';
import { type JsonSchemaDraft7, toObjectSchema } from './to-object-schema.ts';

/** The JSON Schema of a configuration file, for editors; made from the same tables as the parser. */
export function createConfigurationSchema(): JsonSchemaDraft7 {
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
      mcpServers: { ...servers, description: 'The servers by key.' },
      servers: { ...servers, description: 'The servers by key, as VS Code writes them.' },
      inputs: {
        type: 'array',
        description: 'Values that Toolyard asks for: ${input:ID}.',
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

function createServerRules(): JsonSchemaDraft7[] {
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

function implies(condition: JsonSchemaDraft7, consequence: JsonSchemaDraft7): JsonSchemaDraft7 {
  return { anyOf: [{ not: condition }, consequence] };
}

function requires(field: string): JsonSchemaDraft7 {
  return { required: [field] };
}

function hasType(type: string): JsonSchemaDraft7 {
  return hasBoth({ type: { const: type } });
}

function hasBoth(properties: JsonSchemaDraft7): JsonSchemaDraft7 {
  return { properties, required: Object.keys(properties) };
}

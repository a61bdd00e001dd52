import { describe, expect, it } from 'vitest';
import { toAcceptedSchema } from './to-accepted-schema.ts';

const EITHER = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description: 'A place',
  properties: { note: { type: 'string' } },
  allOf: [{ $ref: '#/$defs/user' }],
  oneOf: [
    { properties: { city: { type: 'string' }, unit: { type: 'string' } }, required: ['city', 'unit'] },
    { properties: { lat: { type: 'number' }, unit: { type: 'string' } }, required: ['lat', 'unit'] },
  ],
  $defs: { user: { type: 'object', properties: { user: { type: 'string' } }, required: ['user'] } },
};

it.each(['anthropic', 'google', 'ollama'] as const)(
  'describes the arguments as an object that is never null, for %s',
  (provider) => {
    const schema = { type: ['object', 'null'], nullable: true, properties: { a: { type: 'string' } } };
    expect(toAcceptedSchema(schema, provider)).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
  },
);

describe.each(['anthropic', 'openai', 'openai-compatible'] as const)('for %s', (provider) => {
  it('lays the alternatives of the root side by side, and demands what all of them demand', () => {
    expect(toAcceptedSchema(EITHER, provider)).toEqual({
      description: 'A place',
      type: 'object',
      properties: {
        note: { type: 'string' },
        city: { type: 'string' },
        lat: { type: 'number' },
        unit: { type: 'string' },
        user: { type: 'string' },
      },
      required: ['user', 'unit'],
      $defs: EITHER.$defs,
    });
  });

  it('leaves the rest as it is, but for arrays that say nothing of their items', () => {
    const nested = { anyOf: [{ type: 'string' }, { type: ['array', 'null'] }], pattern: '^a' };
    const schema = { type: 'object', properties: { a: nested }, additionalProperties: false };
    expect(toAcceptedSchema(schema, provider)).toEqual({
      ...schema,
      properties: { a: { ...nested, anyOf: [{ type: 'string' }, { type: ['array', 'null'], items: {} }] } },
    });
  });

  it('makes an object of an empty schema', () => {
    expect(toAcceptedSchema({}, provider)).toEqual({ type: 'object', properties: {} });
  });
});

it('leaves out for Anthropic what it has no way to name', () => {
  const schema = { type: 'object', properties: { 'a b': {}, ok: {} }, required: ['ok'] };
  expect(toAcceptedSchema(schema, 'anthropic')).toEqual({ type: 'object', properties: { ok: {} }, required: ['ok'] });
  expect(toAcceptedSchema(schema, 'openai')).toEqual(schema);
});

describe.each(['google', 'ollama'] as const)('in plain keywords, for %s', (provider) => {
  it.each([
    ['a format', { type: 'string', format: 'uri' }, { type: 'string' }],
    ['a known format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['any value', true, { type: 'string' }],
    ['a constant', { const: 3 }, { type: 'number', enum: [3] }],
    [
      'values of several types',
      { enum: ['a', 1], description: 'Which.' },
      { type: 'string', description: 'Which. One of: ["a",1]' },
    ],
    ['an empty value', { enum: ['a', ''] }, { type: 'string', description: 'One of: ["a",""]' }],
    ['a value or none', { enum: ['a', null] }, { type: 'string', enum: ['a'] }],
    [
      'several types',
      { type: ['string', 'number', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    ],
    ['one type or null', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'number' }, {}] }, { type: 'array', items: { type: 'number' } }],
    ['an old tuple', { type: 'array', items: [{ type: 'number' }, {}] }, { type: 'array', items: { type: 'number' } }],
    ['an array of anything', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, { type: 'object' }],
    [
      'all of several',
      { allOf: [{ $ref: '#/$defs/a' }, { properties: { b: {} } }] },
      { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } }, required: ['a'] },
    ],
    [
      'one of several',
      { description: 'D', oneOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] },
      {
        anyOf: [
          { type: 'string', description: 'D' },
          { type: 'object', description: 'D', properties: { a: { type: 'number' } }, required: ['a'] },
        ],
      },
    ],
    [
      'a reference',
      { $ref: '#/$defs/a', description: 'D' },
      { type: 'object', description: 'D', properties: { a: { type: 'number' } }, required: ['a'] },
    ],
    [
      'a demand for what is not there',
      { type: 'object', properties: { a: {} }, required: ['a', 'b'] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
  ])('says %s', (_what, given, expected) => {
    const $defs = { a: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } };
    const schema = { type: 'object', properties: { x: given }, $defs };
    expect(toAcceptedSchema(schema, provider)).toEqual({ type: 'object', properties: { x: expected } });
  });

  it('ends in a schema that refers to itself', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
    const leaf = { type: 'array', items: { type: 'object' } };
    const inner = { type: 'object', properties: { children: leaf } };
    expect(toAcceptedSchema(tree, provider)).toEqual({
      type: 'object',
      properties: { children: { type: 'array', items: inner } },
    });
  });

  it.each([
    { a: { allOf: [{ $ref: '#/properties/a' }] } },
    { a: { anyOf: [{ $ref: '#/properties/a' }, { type: 'string' }] } },
    {
      a: { $ref: '#/properties/b' },
      b: { allOf: [{ anyOf: [{ $ref: '#/properties/a' }, { $ref: '#/properties/b' }] }] },
    },
  ])('ends in %j', (properties) => {
    expect(Object.keys(toAcceptedSchema({ type: 'object', properties }, provider)['properties'] ?? {})).toEqual(
      Object.keys(properties),
    );
  });

  it('stays small where alternatives lead to each other', () => {
    const names = Array.from({ length: 20 }, (_, n) => `d${n}`);
    const anyOf = names.map((name) => ({ $ref: `#/$defs/${name}` }));
    const $defs = Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties: { [name]: { anyOf } } }]),
    );
    const accepted = toAcceptedSchema({ type: 'object', properties: { x: { anyOf } }, $defs }, provider);
    expect(JSON.stringify(accepted).length).toBeLessThan(200_000);
  });
});

import { describe, expect, it } from 'vitest';
import { checkInputs, describeSchemaField, parseSchemaForm, toInputs } from './schema-form.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City', description: 'Where to look', minLength: 2 },
    days: { type: 'integer', minimum: 1, maximum: 7, default: 3 },
    unit: { type: 'string', enum: ['C', 'F'] },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    rain: { type: 'boolean' },
    filter: { type: 'object', properties: { names: { type: 'array', items: { type: 'string' } } } },
  },
  required: ['city'],
};
const FIELDS = parseSchemaForm(SCHEMA);

describe('parseSchemaForm', () => {
  it('has a field for each property in its order, and JSON for what forms do not know', () => {
    expect(FIELDS.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['city', 'text', true],
      ['days', 'number', false],
      ['unit', 'choice', false],
      ['tags', 'choices', false],
      ['rain', 'boolean', false],
      ['filter', 'json', false],
    ]);
  });

  it.each([
    [{ type: ['string', 'null'] }, 'text'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }, 'number'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'json'],
    [{ type: ['string', 'number'] }, 'json'],
    [{}, 'json'],
    [true, 'json'],
  ])('asks for an optional %j as %s', (schema, kind) => {
    expect(parseSchemaForm({ properties: { x: schema } })).toMatchObject([{ kind, preset: undefined }]);
  });

  it('asks for a required value that may be null as JSON, since it cannot be left out', () => {
    expect(parseSchemaForm({ properties: { x: { type: ['string', 'null'] } }, required: ['x'] })).toMatchObject([
      { kind: 'json' },
    ]);
  });

  it('has no fields where there are no properties', () => {
    for (const schema of [undefined, null, 5, {}, { type: 'object' }, { properties: [] }]) {
      expect(parseSchemaForm(schema)).toEqual([]);
    }
  });
});

describe('toInputs', () => {
  it('shows the presets, and instead of them the values that are there', () => {
    expect(toInputs(FIELDS)).toMatchObject({ city: undefined, days: '3', rain: undefined });
    const values = { city: 'Bern', days: 5, tags: ['b'], rain: true, filter: { names: [] } };
    expect(toInputs(FIELDS, values)).toEqual({
      city: 'Bern',
      days: '5',
      unit: undefined,
      tags: ['b'],
      rain: true,
      filter: '{\n  "names": []\n}',
    });
  });
});

it('says what may be entered', () => {
  expect(FIELDS.map(describeSchemaField)).toEqual([
    'Required, at least 2 characters',
    'Whole number, 1 to 7',
    '',
    '',
    '',
    'JSON',
  ]);
});

describe('checkInputs', () => {
  it('gives the values as the schema wants them, without what was left empty', async () => {
    const inputs = { city: 'Bern', days: '5', unit: 'C', tags: ['a'], rain: false, filter: '{"names":["x"]}' };
    expect(await checkInputs(SCHEMA, FIELDS, inputs)).toEqual({
      values: { city: 'Bern', days: 5, unit: 'C', tags: ['a'], rain: false, filter: { names: ['x'] } },
    });
    expect(await checkInputs(SCHEMA, FIELDS, { city: 'Bern', days: '', unit: '', tags: [], filter: ' ' })).toEqual({
      values: { city: 'Bern' },
    });
  });

  it('says of each field what is wrong with it', async () => {
    const inputs = { city: '', days: '9', unit: 'K', tags: ['c'], filter: '{' };
    expect(await checkInputs(SCHEMA, FIELDS, inputs)).toMatchObject({
      problems: {
        city: 'is required',
        days: 'must be at most 7',
        unit: 'must be one of the choices',
        tags: 'must contain only the given choices',
        filter: expect.stringContaining('must be JSON'),
      },
    });
  });

  it('puts what the whole schema finds to the field that it is in', async () => {
    const inputs = { city: 'Bern', filter: '{"names":["x",5]}' };
    expect(await checkInputs(SCHEMA, FIELDS, inputs)).toEqual({
      problems: { filter: 'names[1]: must be a string, got 5' },
      others: [],
    });
    const schema = { ...SCHEMA, minProperties: 2 };
    expect(await checkInputs(schema, FIELDS, { city: 'Bern' })).toMatchObject({
      problems: {},
      others: [expect.anything()],
    });
  });

  it('takes the presets that are shown, and leaves out what was emptied', async () => {
    const schema = { properties: { x: { type: 'array', items: { enum: ['a', 'b'] }, default: ['a'] } } };
    const fields = parseSchemaForm(schema);
    expect(await checkInputs(schema, fields, toInputs(fields))).toEqual({ values: { x: ['a'] } });
    expect(await checkInputs(schema, fields, { x: [] })).toEqual({ values: { x: [] } });
    const required = { properties: { ok: { type: 'boolean' } }, required: ['ok'] };
    expect(await checkInputs(required, parseSchemaForm(required), {})).toEqual({ values: { ok: false } });
  });
});

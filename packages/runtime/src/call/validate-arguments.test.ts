import * as fc from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { formatArgumentProblem, validateArguments } from './validate-arguments.ts';

type Json = Readonly<Record<string, unknown>>;

async function problemsOf(schema: Json, values: Json): Promise<string[]> {
  const { problems, unchecked } = await validateArguments(schema, values);
  expect(unchecked).toBeUndefined();
  return problems.map(formatArgumentProblem);
}

/** The problems with one argument `v` of a given schema. */
async function problemsWith(schema: unknown, value: unknown, more: Json = {}): Promise<string[]> {
  return problemsOf({ type: 'object', properties: { v: schema }, ...more }, { v: value });
}

const forecast = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, maximum: 14 },
    unit: { enum: ['C', 'F'] },
    place: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } }, required: ['lat'] },
  },
  required: ['city'],
  additionalProperties: false,
};

describe('validateArguments', () => {
  it('finds nothing wrong with right arguments', async () => {
    expect(await problemsOf(forecast, { city: 'London', days: 3, unit: 'C' })).toEqual([]);
  });

  it('lists every problem with its path', async () => {
    const values = { citty: 'London', days: 'three', unit: 'K', place: { tags: ['a', 2] } };
    expect((await problemsOf(forecast, values)).toSorted()).toEqual([
      'city: is required',
      'days: must be a whole number, got "three"',
      'place.lat: is required',
      'place.tags[1]: must be a string, got 2',
      'unit: must be one of "C", "F"',
      'unknown argument "citty"; did you mean "city"?',
    ]);
  });

  it('names the argument that was meant, also where the schema takes any', async () => {
    const open = { type: 'object', properties: forecast.properties, required: ['city'] };
    const meant = ['city: is required', 'unknown argument "citty"; did you mean "city"?'];
    expect(await problemsOf(open, { citty: 'London' })).toEqual(meant);
    expect(await problemsOf(open, { city: 'London', citty: 'London' })).toEqual([]);
    // Not alike at all: nothing is guessed.
    expect(await problemsOf(open, { place_name: 'London' })).toEqual(['city: is required']);
    expect(await problemsOf(forecast, { place_name: 'London' })).toEqual([
      'city: is required',
      'unknown argument "place_name"',
    ]);
  });

  it('suggests no argument that was given', async () => {
    expect(await problemsOf(forecast, { city: 'London', citty: 'x' })).toEqual(['unknown argument "citty"']);
  });

  it.each<[unknown, unknown, string]>([
    [{ type: 'number' }, '1', 'v: must be a number, got "1"'],
    [{ type: ['string', 'null'] }, 1, 'v: must be a string or null, got 1'],
    [{ type: 'boolean' }, 'yes', 'v: must be true or false, got "yes"'],
    [{ type: 'string' }, [1], 'v: must be a string, got a list'],
    [{ type: 'string' }, { a: 1 }, 'v: must be a string, got an object'],
    [{ type: 'integer' }, 1.5, 'v: must be a whole number, got 1.5'],
    [{ type: 'integer' }, 'x'.repeat(61), 'v: must be a whole number, got a string of 61 characters'],
    [{ const: 'on' }, 'off', 'v: must be "on"'],
    [{ minimum: 1 }, 0, 'v: must be at least 1, got 0'],
    [{ exclusiveMaximum: 1 }, 1, 'v: must be less than 1, got 1'],
    [{ multipleOf: 5 }, 7, 'v: must be a multiple of 5, got 7'],
    [{ minLength: 1 }, '', 'v: must have at least 1 character'],
    [{ maxItems: 2 }, [1, 2, 3], 'v: must have at most 2 items'],
    [{ uniqueItems: true }, [1, 2, 1], 'v: must not repeat an item: 0 and 2 are the same'],
    [{ pattern: '^a+$' }, 'b', 'v: must match "^a+$", got "b"'],
    [{ pattern: '^a+$', description: 'Only a' }, 'b', 'v: must match "^a+$", got "b"; its description: "Only a"'],
    [{ pattern: '^a+$', description: 'a'.repeat(121) }, 'b', 'v: must match "^a+$", got "b"'],
    [{ type: 'object', additionalProperties: false }, { x: 1 }, 'v: unknown field "x"'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'v.b: is required together with "a"'],
    [{ items: { type: 'string' } }, [1], 'v[0]: must be a string, got 1'],
    [{ properties: { 'odd name': { type: 'string' } } }, { 'odd name': 1 }, 'v["odd name"]: must be a string, got 1'],
    [false, 1, 'v: is not allowed'],
    [{ if: { const: 2 }, else: { minimum: 2 } }, 1, 'v: must be at least 2, got 1'],
    [{ not: { type: 'string' } }, 'a', 'v: has a form that is not allowed'],
  ])('says what %j has against %j', async (schema, value, problem) => {
    expect(await problemsWith(schema, value)).toEqual([problem]);
  });

  it.each<[string, unknown, unknown, string[]]>([
    [
      'other types',
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      'x',
      ['v: must be a whole number or null, got "x"'],
    ],
    [
      'the one type that fits',
      { anyOf: [{ minimum: 1, type: 'integer' }, { type: 'null' }] },
      0,
      ['v: must be at least 1, got 0'],
    ],
    ['constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, 'c', ['v: must be "a" or "b", got "c"']],
    [
      'two that fit',
      { oneOf: [{ type: 'integer' }, { type: 'number' }] },
      1,
      ['v: matches more than one of the allowed forms, and must match exactly one'],
    ],
    [
      'required fields',
      { anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] },
      {},
      ['v: needs "a" or "b" and "c"'],
    ],
    [
      'nothing that can be said',
      { anyOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'b',
      ['v: matches none of the 2 allowed forms'],
    ],
  ])('sums up alternatives: %s', async (_, schema, value, problems) => {
    expect(await problemsWith(schema, value)).toEqual(problems);
  });

  it('shows the problems of the alternative that a constant tells was meant, through references', async () => {
    const $defs = {
      circle: {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
        required: ['radius'],
      },
      square: {
        type: 'object',
        properties: { kind: { const: 'square' }, side: { $ref: '#/$defs/side' } },
        required: ['side'],
      },
      side: { type: 'number' },
    };
    const schema = { anyOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }] };
    expect(await problemsWith(schema, { kind: 'square', side: 'x' }, { $defs })).toEqual([
      'v.side: must be a number, got "x"',
    ]);
    expect(await problemsWith(schema, { kind: 'circle' }, { $defs })).toEqual(['v.radius: is required']);
  });

  it('keeps other problems beside those of alternatives', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      anyOf: [{ required: ['b'] }, { required: ['c'] }],
    };
    expect((await problemsOf(schema, { a: 1 })).toSorted()).toEqual(['a: must be a string, got 1', 'needs "b" or "c"']);
  });

  it('never quotes a value whose name sounds like a secret', async () => {
    for (const name of ['token', 'apiKey', 'PASSWORD', 'client_secret', 'Authorization']) {
      const schema = {
        type: 'object',
        properties: { [name]: { type: 'integer' }, o: { properties: { [name]: { maximum: 1 } } } },
      };
      const text = (await problemsOf(schema, { [name]: 'hunter2', o: { [name]: 4711 } })).join('\n');
      expect(text).toContain('must be a whole number');
      expect(text).not.toMatch(/hunter2|4711/);
    }
  });

  it('does not enforce formats', async () => {
    expect(await problemsWith({ type: 'string', format: 'email' }, 'nobody')).toEqual([]);
  });
});

describe('drafts', () => {
  it('follows draft 2020-12 where nothing is said', async () => {
    const schema = { properties: { v: { prefixItems: [{ type: 'string' }], items: false } } };
    expect(await problemsOf(schema, { v: ['a', 'b'] })).toHaveLength(1);
  });

  it.each([{ $schema: 'http://json-schema.org/draft-07/schema#' }, {}])(
    'takes lists of items as draft 7: %j',
    async (more) => {
      const schema = { ...more, properties: { v: { items: [{ type: 'string' }], additionalItems: false } } };
      expect(await problemsOf(schema, { v: [1] })).toEqual(['v[0]: must be a string, got 1']);
      expect(await problemsOf(schema, { v: ['a'] })).toEqual([]);
    },
  );

  it('does not stumble over drafts it does not know', async () => {
    expect(await problemsOf({ $schema: 'https://example.com/own', required: ['a'] }, {})).toEqual(['a: is required']);
  });

  it('keeps schemas with the same $id apart', async () => {
    expect(await problemsOf({ $id: 'https://example.com/s', required: ['a'] }, {})).toEqual(['a: is required']);
    expect(await problemsOf({ $id: 'https://example.com/s', required: ['b'] }, {})).toEqual(['b: is required']);
  });
});

describe('schemas that are of no use', () => {
  it.each<[string, Json]>([
    ['a wrong type', { type: 'strng' }],
    ['properties that are no object', { properties: 5 }],
    ['a reference to nowhere', { properties: { v: { $ref: '#/$defs/nothing' } } }],
    ['a reference to another place', { properties: { v: { $ref: 'https://example.com/other' } } }],
    ['a reference to itself', { $ref: '#' }],
    ['names by a catastrophic pattern', { patternProperties: { '^(a+)+$': { type: 'string' } } }],
    ['an explosion of alternatives', explosion(40)],
  ])('leave arguments unchecked and say why: %s', async (_, schema) => {
    const { problems, unchecked } = await validateArguments(schema, { v: 1 });
    expect(problems).toEqual([]);
    expect(unchecked).toMatch(/\w/);
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a*)*b',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    `${'a?'.repeat(40)}${'a'.repeat(40)}`,
    '(.*).*\\1',
    '.*.*.*.*.*=',
    `^${'a'.repeat(501)}$`,
    '(',
    '(?:a{0,99}){99}b',
  ])('do not run a pattern that may take for ever: %s', async (pattern) => {
    const cpuMs = startCpuClock();
    await validateArguments({ properties: { v: { type: 'string', pattern } } }, { v: `${'a'.repeat(5000)}!` });
    await validateArguments({ properties: { v: { type: 'string', pattern } } }, { v: `${'a'.repeat(40)}!` });
    expect(cpuMs()).toBeLessThan(2000);
  });

  it.each([
    '^[a-z]+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    '^(foo|bar)$',
    '[a-z_]\\-[/]',
  ])('do run an ordinary pattern: %s', async (pattern) => {
    expect(await problemsWith({ type: 'string', pattern }, '!')).toHaveLength(1);
  });

  it.each([undefined, null, true, 'x'])('are those that are no object: %j', async (schema) => {
    expect(await validateArguments(schema, {})).toEqual({ problems: [], unchecked: 'the tool has no schema' });
  });

  it('cost nothing the second time', async () => {
    const schema = { type: 'object', required: ['a'] };
    await validateArguments(schema, {});
    const before = process.memoryUsage().heapUsed;
    for (let round = 0; round < 5000; round++) await validateArguments(schema, { a: 1 });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });
});

it('never throws, whatever the schema and the arguments', async () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'anyOf',
    'oneOf',
    '$ref',
    'pattern',
    'required',
    'enum',
    'v',
    '$id',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>('string', 'object', '#', '#/v', true, 1, null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('any'), { maxLength: 3 }),
    object: fc.dictionary(keyword, tie('any'), { maxKeys: 4 }),
  }));
  const object = fc.dictionary(keyword, value.any, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(object, object, async (schema, values) => {
      const { problems } = await validateArguments(schema, values);
      for (const problem of problems) expect(formatArgumentProblem(problem)).not.toMatch(/undefined|\[object/);
    }),
    { numRuns: 150 },
  );
});

function explosion(levels: number): Json {
  const next = (level: number): Json => ({ $ref: `#/$defs/l${level + 1}` });
  const levelsByName = Array.from({ length: levels }, (_, level) => [
    `l${level}`,
    { anyOf: [next(level), next(level)] },
  ]);
  return { $defs: { ...Object.fromEntries(levelsByName), [`l${levels}`]: { required: ['x'] } }, $ref: '#/$defs/l0' };
}

describe('a schema that is written to keep a process busy', () => {
  const nested = (levels: number): Json => Array.from({ length: levels }).reduce<Json>((value) => ({ c: value }), {});
  const branch = (required: string): object => ({
    type: 'object',
    properties: { c: { $ref: '#/$defs/n' } },
    required: [required],
  });
  const branching = { $defs: { n: { anyOf: [branch('x'), branch('y')] } }, $ref: '#/$defs/n' };
  const chain = { $defs: { n: { type: 'object', properties: { c: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' };
  const many = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));

  it.each<[string, Json, Json]>([
    [
      'counts characters at each of many places',
      { properties: { a: { pattern: 'a{60000}b' } } },
      { a: 'a'.repeat(1_000_000) },
    ],
    ['doubles its work with each level', branching, nested(30)],
    ['has very many parts', { properties: many(50_000) }, { p1: 1 }],
    ['has very many levels', Array.from({ length: 5000 }).reduce<Json>((inner) => ({ allOf: [inner] }), {}), {}],
    [
      'compares all items',
      { properties: { a: { uniqueItems: true } } },
      { a: Array.from({ length: 50_000 }, (_, index) => ({ index })) },
    ],
    [
      'finds a fault in each of very many',
      { additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array' }] } },
      { ...many(9000) },
    ],
  ])('does not where it %s', async (_what, schema, values) => {
    const cpuMs = startCpuClock();
    await validateArguments(schema, values);
    expect(cpuMs()).toBeLessThan(3000);
  });

  it('still checks a schema that refers to itself', async () => {
    expect(await validateArguments(chain, { c: { c: 1 } })).toMatchObject({ problems: [{ path: 'c.c' }] });
    expect(await validateArguments(branching, nested(3))).not.toHaveProperty('unchecked');
    expect(await validateArguments(branching, nested(30))).toEqual({
      problems: [],
      unchecked: 'they have too many parts or levels to be checked by its schema',
    });
  });
});

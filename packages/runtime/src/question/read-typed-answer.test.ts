import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateArguments } from '../call/validate-arguments.ts';
import type { FormField } from './elicitation.ts';
import { checkAnswer } from './check-answer.ts';
import { parseField } from './parse-field.ts';
import { isNumbered, readTypedAnswer } from './typed-answer.ts';

function fieldOf(schema: object, required = false): FormField {
  const field = parseField('x', schema, required);
  if (field === undefined) throw new Error(`No field: ${JSON.stringify(schema)}`);
  return field;
}

const ages = { type: 'integer', minimum: 0, maximum: 120 };
const colours = {
  type: 'string',
  oneOf: [
    { const: '#f00', title: 'Red' },
    { const: '#0f0', title: 'Green' },
  ],
};
const many = { type: 'array', items: { enum: ['tea', 'milk', 'sugar'] }, minItems: 1, maxItems: 2 };

describe('readTypedAnswer', () => {
  it.each<[object, string, unknown]>([
    [{ type: 'string' }, ' two words ', ' two words '],
    [{ type: 'string', default: 'x' }, '', 'x'],
    [{ type: 'string' }, '', undefined],
    [{ type: 'string', maxLength: 1 }, '😀', '😀'],
    [{ type: 'string', format: 'email' }, ' ada@example.com ', 'ada@example.com'],
    [{ type: 'string', format: 'uri' }, 'https://example.com', 'https://example.com'],
    [{ type: 'string', format: 'date' }, '2028-02-29', '2028-02-29'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00:00.5+02:00', '2026-01-31T12:00:00.5+02:00'],
    [ages, '042', 42],
    [ages, '0', 0],
    [ages, '120', 120],
    [{ type: 'string', minLength: 2, maxLength: 2 }, 'ab', 'ab'],
    [many, '1,2', ['tea', 'milk']],
    [{ type: 'number' }, '-1.5e3', -1500],
    [{ type: 'boolean' }, 'Y', true],
    [{ type: 'boolean', default: true }, 'no', false],
    [{ type: 'boolean', default: false }, '', false],
    [colours, '2', '#0f0'],
    [colours, 'red', '#f00'],
    [colours, '#0f0', '#0f0'],
    [{ enum: ['a', 'A'] }, 'A', 'A'],
    [{ enum: ['10', '2', '1'] }, '1', '1'],
    [
      {
        oneOf: [
          { const: 'a', title: 'b' },
          { const: 'b', title: 'c' },
        ],
      },
      'b',
      'a',
    ],
    [many, '1, sugar', ['tea', 'sugar']],
    [many, 'milk', ['milk']],
    [{ type: 'array', items: { enum: ['1,5', '2'] } }, '1,5', ['1,5']],
  ])('%j takes %j as %j', (schema, typed, value) => {
    expect(readTypedAnswer(fieldOf(schema), typed)).toEqual({ kind: 'value', value });
  });

  it.each<[object, string, string]>([
    [{ type: 'string' }, '', 'is required'],
    [{ type: 'string', minLength: 2 }, '😀', 'must have at least 2 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'A', 'must match ^[a-z]+$'],
    [{ type: 'string', format: 'email' }, 'ada', 'must be an email address'],
    [{ type: 'string', format: 'uri' }, 'example.com', 'must be a URL, such as https://example.com/'],
    [{ type: 'string', format: 'date' }, '2026-02-29', 'must be a date, such as 2026-01-31'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31', 'must be a date and time, such as 2026-01-31T12:00:00Z'],
    [ages, 'old', 'must be a number'],
    [ages, '0x10', 'must be a number'],
    [ages, '1.5', 'must be a whole number'],
    [ages, '-1', 'must be at least 0'],
    [ages, '121', 'must be at most 120'],
    [{ type: 'number' }, '1e999', 'must be a number'],
    [{ type: 'boolean' }, 'perhaps', 'must be yes or no'],
    [colours, '3', 'must be one of the choices'],
    [colours, 'blue', 'must be one of the choices'],
    [{ enum: ['a', 'A'] }, 'b', 'must be one of the choices'],
    [{ enum: ['10', '2'] }, '1', 'must be one of the choices'],
    [many, '', 'must have at least 1 choice'],
    [many, '1,2,3', 'must have at most 2 choices'],
    [many, '1, tea', 'must not repeat a choice'],
    [many, '1, coffee', 'must contain only the given choices'],
  ])('required %j refuses %j: %s', (schema, typed, message) => {
    expect(readTypedAnswer(fieldOf(schema, true), typed)).toEqual({ kind: 'problem', message });
  });

  it('takes a required list without a least number for empty where nothing is chosen', () => {
    expect(readTypedAnswer(fieldOf({ type: 'array', items: { enum: ['a'] } }, true), '')).toEqual({
      kind: 'value',
      value: [],
    });
  });

  it('does not hang at a pattern that could take for ever', () => {
    const field = fieldOf({ type: 'string', pattern: '^(a+)+$' });
    expect(readTypedAnswer(field, `${'a'.repeat(50)}!`).kind).toBe('value');
  });

  it('gives only values that the schema allows, and every choice by its number', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemas,
        fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('y', '1', '1,2')),
        async (schema, typed) => {
          const answer = readTypedAnswer(fieldOf(schema, true), typed);
          if (answer.kind === 'problem') return;
          const whole = { type: 'object', properties: { x: schema }, required: ['x'] };
          expect((await validateArguments(whole, { x: answer.value })).problems).toEqual([]);
        },
      ),
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }), (values) => {
        const field = fieldOf({ enum: values });
        if (field.kind !== 'choice' || !isNumbered(field.choices)) return;
        for (const [index, value] of values.entries()) {
          expect(readTypedAnswer(field, String(index + 1))).toEqual({ kind: 'value', value });
        }
      }),
    );
  });

  it('judges values as the schema does', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemas,
        fc.oneof(fc.jsonValue(), fc.string(), fc.integer({ min: -9, max: 9 })),
        async (schema, value) => {
          const whole = { type: 'object', properties: { x: schema } };
          const { problems } = await validateArguments(whole, { x: value });
          expect(checkAnswer(fieldOf(schema), value) === undefined).toBe(problems.length === 0);
        },
      ),
    );
  });
});

const limit = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined });
const texts = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 });
const schemas: fc.Arbitrary<object> = fc
  .oneof(
    fc.record({ type: fc.constant('string'), minLength: limit, maxLength: limit }),
    fc.record({ type: fc.constantFrom('number', 'integer'), minimum: limit, maximum: limit }),
    fc.constant({ type: 'boolean' }),
    fc.record({ type: fc.constant('string'), enum: texts }),
    fc.record({
      type: fc.constant('array'),
      items: fc.record({ type: fc.constant('string'), enum: texts }),
      uniqueItems: fc.constant(true),
      minItems: limit,
      maxItems: limit,
    }),
  )
  .map((schema) => JSON.parse(JSON.stringify(schema)));

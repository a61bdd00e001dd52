import { expect, it } from 'vitest';
import { findSchemaProblem } from './find-schema-problem.ts';

it.each([
  [{}],
  [{ type: 'object' }],
  [{ type: ['object', 'null'], properties: { a: true } }],
  [{ type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'array', items: [{}, false] } } }],
  [{ type: 'object', properties: { type: { type: 'string' }, required: { enum: [null] } } }],
])('finds nothing wrong with %j', (schema) => {
  expect(findSchemaProblem(schema)).toBeUndefined();
});

it.each([
  [{ type: 'string' }, 'it describes no object'],
  [{ type: 'object', properties: ['a'] }, '"properties" of it is no object'],
  [{ type: 'object', properties: { a: 'text' } }, '"a" is no schema'],
  [{ type: 'object', properties: { a: { type: 'text' } } }, '"a" has the unknown type "text"'],
  [{ type: 'object', properties: { a: { items: { type: ['x'] } } } }, '"items" has the unknown type "x"'],
  [{ type: 'object', required: 'a' }, '"required" of it is no list of names'],
  [{ type: 'object', properties: { a: { enum: [] } } }, '"enum" of "a" is no list of values'],
  [{ type: 'object', properties: { a: { anyOf: {} } } }, '"anyOf" of "a" is no list of schemas'],
  [{ type: 'object', properties: { a: { $ref: '#/$defs/b' } } }, '"$ref" of "a" leads nowhere'],
  [{ type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } }, '"$ref" of "a" leads nowhere'],
])('finds what is wrong with %j', (schema, problem) => {
  expect(findSchemaProblem(schema)).toBe(problem);
});

it('ends in a schema that is nested without end', () => {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let depth = 0; depth < 20_000; depth++) schema = { type: 'object', properties: { a: schema } };
  expect(findSchemaProblem(schema)).toBe('it is nested more than 64 levels deep');
});

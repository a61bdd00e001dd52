import { describe, expect, it } from 'vitest';
import { findHeaderParameters } from './find-header-parameters.ts';

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const text = (header: unknown): object => ({ type: 'string', 'x-mcp-header': header });

describe('findHeaderParameters', () => {
  it('finds them at every depth, by the names that lead to them', () => {
    const schema = object({
      region: text('Region'),
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      plain: { type: 'string' },
      deep: object({ er: object({ flag: { type: 'boolean', 'x-mcp-header': 'Flag' } }) }),
    });
    expect(findHeaderParameters(schema)).toEqual([
      { path: ['region'], header: 'mcp-param-region' },
      { path: ['count'], header: 'mcp-param-count' },
      { path: ['deep', 'er', 'flag'], header: 'mcp-param-flag' },
    ]);
  });

  it.each([
    ['no schema', undefined],
    ['a schema without any', object({ a: { type: 'string' } })],
    ['a parameter of that name', object({ 'x-mcp-header': { type: 'string' } })],
    ['values that look like it', object({ a: { type: 'object', default: { 'x-mcp-header': 'A' } } })],
    ['anything else', [1, 'a', null]],
  ])('finds none in %s', (_what, schema) => {
    expect(findHeaderParameters(schema)).toEqual([]);
  });

  it.each([
    ['an empty name', object({ a: text('') })],
    ['a name with a space', object({ a: text('My Region') })],
    ['a name with a colon', object({ a: text('Region:Primary') })],
    ['a name with an accent', object({ a: text('Région') })],
    ['a name with a line end', object({ a: text('A\nB') })],
    ['a name that is none', object({ a: text(1) })],
    ['the same name twice', object({ a: text('A'), b: text('A') })],
    ['the same name in other letters', object({ a: text('MyField'), b: object({ c: text('myfield') }) })],
    ['a number', object({ a: { type: 'number', 'x-mcp-header': 'A' } })],
    ['an object', object({ a: { type: 'object', 'x-mcp-header': 'A' } })],
    ['no type', object({ a: { 'x-mcp-header': 'A' } })],
    ['the schema itself', { type: 'string', 'x-mcp-header': 'A' }],
    ['an element of an array', object({ a: { type: 'array', items: text('A') } })],
    ['an alternative', object({}, { oneOf: [object({ a: text('A') })] })],
    ['a definition', object({}, { $defs: { a: text('A') } })],
    ['a condition', object({}, { if: object({ a: text('A') }) })],
  ])('refuses a schema with %s', (_what, schema) => {
    expect(findHeaderParameters(schema)).toEqual(expect.any(String));
  });

  it('does not go down forever', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 50_000; depth++) schema = { items: schema };
    expect(findHeaderParameters(schema)).toEqual([]);
  });
});

import { readRealTools } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { listParameters } from './list-parameters.ts';

const namesOf = (schema: unknown): readonly string[] => listParameters(schema).parameters.map(({ name }) => name);

describe('listParameters', () => {
  it('says of each parameter what the schema does', () => {
    const schema = {
      type: 'object',
      required: ['to', 'filter'],
      properties: {
        to: { type: 'string', description: 'The channel.' },
        count: { type: 'integer', default: 3 },
        mode: { enum: ['fast', 'slow'] },
        tags: { type: 'array', items: { type: 'string' } },
        anything: {},
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        filter: {
          type: 'object',
          required: ['tags'],
          properties: { tags: { type: 'array' }, since: { type: 'string' } },
        },
      },
    };
    expect(listParameters(schema)).toEqual({
      isOpen: false,
      isCut: false,
      parameters: [
        { name: 'to', type: 'string', isRequired: true, about: 'The channel.' },
        { name: 'count', type: 'integer', isRequired: false, serverDefault: '3' },
        { name: 'mode', type: 'one of 2 values', isRequired: false, values: ['fast', 'slow'], valuesAre: 'text' },
        { name: 'tags', type: 'list of strings', isRequired: false },
        { name: 'anything', type: 'any value', isRequired: false },
        { name: 'either', type: 'string or null', isRequired: false },
        { name: 'filter', type: 'object', isRequired: true },
        { name: 'filter.tags', type: 'list', isRequired: true },
        { name: 'filter.since', type: 'string', isRequired: false },
      ],
    });
  });

  it('shows an object with alternatives as one value', () => {
    const shape = (name: string): object => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    expect(namesOf({ properties: { where: { oneOf: [shape('path'), shape('url')] } } })).toEqual(['where']);
  });

  it('leaves a field out whose name means another parameter', () => {
    const field = { type: 'object', properties: { b: { type: 'string' } } };
    expect(namesOf({ type: 'object', properties: { 'a.b': { type: 'string' }, a: field } })).toEqual(['a.b', 'a']);
  });

  it('knows that a tool takes any parameters', () => {
    expect(listParameters({ type: 'object', additionalProperties: { type: 'string' } })).toMatchObject({
      isOpen: true,
    });
    expect(listParameters({ type: 'object', additionalProperties: false })).toMatchObject({ isOpen: false });
  });

  it('lists values that are no texts as JSON, and none where one could mean both', () => {
    const schema = { type: 'object', properties: { level: { enum: [1, 2, null] }, mixed: { enum: ['1', 1] } } };
    expect(listParameters(schema).parameters).toEqual([
      { name: 'level', type: 'one of 3 values', isRequired: false, values: ['1', '2', 'null'], valuesAre: 'json' },
      { name: 'mixed', type: 'any value', isRequired: false },
    ]);
  });

  it('does not list values beside which any text is allowed', () => {
    const [row] = listParameters({ properties: { a: { anyOf: [{ enum: ['x'] }, { type: 'string' }] } } }).parameters;
    expect(row).toEqual({ name: 'a', type: 'string', isRequired: false });
  });

  it('cuts what refers to itself', () => {
    const schema = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, self: { $ref: '#' } } } },
    };
    const names = namesOf(schema);
    expect(names).toContain('node.next.next');
    expect(Math.max(...names.map((name) => name.split('.').length))).toBe(3);
    expect(namesOf({ $ref: '#' })).toEqual([]);
  });

  it('cuts a schema with very many parameters, at once', () => {
    const wide = (depth: number): unknown => ({
      type: 'object',
      description: 'x'.repeat(5000),
      properties: Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [
          `p${at}`,
          depth === 0 ? { type: 'string' } : { $ref: '#/$defs/inner' },
        ]),
      ),
    });
    const started = performance.now();
    const { parameters, isCut } = listParameters({ ...(wide(1) as object), $defs: { inner: wide(0) } });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(parameters).toHaveLength(200);
    expect(isCut).toBe(true);
    expect(parameters[0]?.about?.length).toBeLessThan(600);
  });

  it.each([undefined, null, 5, 'x', [], { properties: [] }, { properties: { a: null, b: 5, c: true } }, { type: 7 }])(
    'takes %j for a schema',
    (schema) => {
      expect(() => listParameters(schema)).not.toThrow();
    },
  );

  it('lists the parameters of real tools under names that lead to them', () => {
    const tools = readRealTools();
    expect(tools.length).toBeGreaterThan(100);
    for (const { definition } of tools) {
      const names = namesOf(definition['inputSchema']);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { toShapes } from './to-shapes.ts';

describe('toShapes', () => {
  it('follows references and lays alternatives out side by side, each once', () => {
    const named = { type: 'string' };
    const schema = { $defs: { named }, anyOf: [{ $ref: '#/$defs/named' }, { oneOf: [{ type: 'number' }] }] };
    expect(toShapes(schema, schema)).toEqual([schema, schema.anyOf[0], named, schema.anyOf[1], { type: 'number' }]);
  });

  it('ends where a schema refers to itself', () => {
    const schema = { anyOf: [{ $ref: '#' }] };
    expect(toShapes(schema, schema)).toHaveLength(2);
  });

  it('gives no more than 200, whatever a server sends', () => {
    const manyOf = (count: number): object => ({ anyOf: Array.from({ length: count }, () => ({})) });
    expect(toShapes(manyOf(199), {})).toHaveLength(200);
    expect(toShapes(manyOf(500), {})).toHaveLength(200);
  });
});

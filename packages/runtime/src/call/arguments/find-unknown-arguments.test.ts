import { describe, expect, it } from 'vitest';
import { findUnknownArguments } from './find-unknown-arguments.ts';

const unknownIn = (...given: Parameters<typeof findUnknownArguments>): readonly string[] =>
  findUnknownArguments(...given).map(({ message }) => message);

const properties = { path: { type: 'string' }, depth: { type: 'number' } };

describe('findUnknownArguments', () => {
  it('names the nearest argument that is not given yet', () => {
    expect(unknownIn({ properties }, { pth: '.' })).toEqual(['unknown argument "pth"; did you mean "path"?']);
    expect(unknownIn({ properties }, { pth: '.', path: '.' })).toEqual(['unknown argument "pth"']);
  });

  it('guesses nothing where no name is alike', () => {
    expect(unknownIn({ properties, required: ['path'] }, { dir: '.' })).toEqual(['unknown argument "dir"']);
  });

  it('knows the arguments of alternatives and references', () => {
    const schema = {
      $defs: { place: { properties } },
      anyOf: [{ $ref: '#/$defs/place' }, { properties: { url: {} } }],
    };
    expect(unknownIn(schema, { path: '.', url: '' })).toEqual([]);
  });

  it('says nothing where a tool takes anything, but for what was probably mistyped', () => {
    expect(unknownIn({ type: 'object' }, { any: 1 })).toEqual([]);
    expect(unknownIn({ properties, patternProperties: { '^x-': {} } }, { 'x-y': 1 })).toEqual([]);
    const open = { properties, additionalProperties: true };
    expect(unknownIn(open, { other: 1, dept: 2 })).toEqual(['unknown argument "dept"; did you mean "depth"?']);
  });
});

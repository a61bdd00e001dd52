import { describe, expect, it } from 'vitest';
import { findUnknownArguments } from './find-unknown-arguments.ts';

const properties = { path: { type: 'string' }, depth: { type: 'number' } };

describe('findUnknownArguments', () => {
  it('names the nearest argument that is not given yet', () => {
    expect(findUnknownArguments({ properties }, { pth: '.' })).toEqual([
      'unknown argument "pth"; did you mean "path"?',
    ]);
    expect(findUnknownArguments({ properties }, { pth: '.', path: '.' })).toEqual(['unknown argument "pth"']);
  });

  it('names the one required argument that is missing, however differently the only unknown one is spelled', () => {
    const schema = { properties, required: ['path'] };
    expect(findUnknownArguments(schema, { dir: '.' })).toEqual(['unknown argument "dir"; did you mean "path"?']);
    expect(findUnknownArguments(schema, { dir: '.', path: '.' })).toEqual(['unknown argument "dir"']);
    expect(findUnknownArguments(schema, { dir: '.', to: '.' })).toEqual([
      'unknown argument "dir"',
      'unknown argument "to"',
    ]);
    expect(findUnknownArguments({ properties, required: ['path', 'depth'] }, { dir: '.' })).toEqual([
      'unknown argument "dir"',
    ]);
  });

  it('knows the arguments of alternatives and references', () => {
    const schema = {
      $defs: { place: { properties } },
      anyOf: [{ $ref: '#/$defs/place' }, { properties: { url: {} } }],
    };
    expect(findUnknownArguments(schema, { path: '.', url: '' })).toEqual([]);
  });

  it('says nothing where a tool takes anything, but for what was probably mistyped', () => {
    expect(findUnknownArguments({ type: 'object' }, { any: 1 })).toEqual([]);
    expect(findUnknownArguments({ properties, patternProperties: { '^x-': {} } }, { 'x-y': 1 })).toEqual([]);
    const open = { properties, additionalProperties: true };
    expect(findUnknownArguments(open, { other: 1, dept: 2 })).toEqual([
      'unknown argument "dept"; did you mean "depth"?',
    ]);
  });
});

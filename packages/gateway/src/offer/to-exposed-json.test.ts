import type { CatalogueEntry } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toExposedJson } from './to-exposed-json.ts';

function entry(json: string): CatalogueEntry {
  return { kind: 'tools', server: 'key', name: 'tool', id: 'key:tool', json, definition: JSON.parse(json) };
}

describe('toExposedJson', () => {
  it.each([
    ['{"name":"tool"}', '{"name":"n","_meta":{"dev.toolyard/id":"key:tool"}}'],
    ['{ "x":1.10, "name" : "tool" }', '{ "x":1.10, "name" : "n" ,"_meta":{"dev.toolyard/id":"key:tool"}}'],
    [
      '{"_meta":{ "a" : 12345678901234567890 },"name":"tool","e":1E400}',
      '{"_meta":{ "a" : 12345678901234567890 ,"dev.toolyard/id":"key:tool"},"name":"n","e":1E400}',
    ],
    ['{"name":"tool","_meta":{"dev.toolyard/id":"inner:tool"}}', '{"name":"n","_meta":{"dev.toolyard/id":"key:tool"}}'],
  ])('changes the name and the id of %s and nothing else', (json, expected) => {
    expect(toExposedJson(entry(json), 'n')).toBe(expected);
  });

  it.each(['null', '[1]', '"text"', '7'])('replaces a _meta that is %s', (meta) => {
    expect(JSON.parse(toExposedJson(entry(`{"name":"tool","_meta":${meta}}`), 'n'))).toEqual({
      name: 'n',
      _meta: { 'dev.toolyard/id': 'key:tool' },
    });
  });

  it.each([
    ['{"name":"other","name":"tool","a":1}', { name: 'n', a: 1, _meta: { 'dev.toolyard/id': 'key:tool' } }],
    ['{"name":"tool","_meta":{"a":1,"a":2}}', { name: 'n', _meta: { a: 2, 'dev.toolyard/id': 'key:tool' } }],
  ])('gives its name to %s, which names a member twice', (json, expected) => {
    expect(JSON.parse(toExposedJson(entry(json), 'n'))).toEqual(expected);
  });
});

import { expect, it } from 'vitest';
import { findEntryLines } from './find-entry-lines.ts';

const find = (text: string): string[] => findEntryLines(text, ['a', 'b']);

it('has the lines of an entry, with their indentation and without their neighbours', () => {
  expect(find('{\r\n\t"a": {\r\n\t\t"b": {\r\n\t\t\t"c": 1\r\n\t\t}, "z": 2\r\n\t}\r\n}')).toEqual([
    '\t\t"b": {',
    '\t\t\t"c": 1',
    '\t\t}',
  ]);
  expect(find('{"y":[1],"a":{"z":2,"b":{"c":1},"d":3}}')).toEqual(['"b":{"c":1}']);
});

it('has none where there is no such entry, or the text cannot be read', () => {
  for (const text of ['', '{}', '{ "a": [] }', '{ "a": { "b": ']) expect(find(text)).toEqual([]);
});

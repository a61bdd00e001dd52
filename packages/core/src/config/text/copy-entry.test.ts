import { expect, it } from 'vitest';
import { copyEntry } from './copy-entry.ts';

const copy = (text: string, from: string): unknown => copyEntry(text, ['a', 'b'], from);

it('writes a value as the other text has it, and leaves the rest', () => {
  const from = '{ "a": { "b": { // mine\r\n\t"c": [1,2]\r\n} } }';
  const text = '\uFEFF{\n  "a": { "b": "ours", "z": 1 }, // end\n}';
  expect(copy(text, from)).toEqual({ ok: true, text: text.replace('"ours"', '{ // mine\r\n\t"c": [1,2]\r\n}') });
});

it('leaves a text as it is where one of them has no such entry', () => {
  expect(copy('{ "a": {} }', '{ "a": { "b": 1 } }')).toEqual({ ok: true, text: '{ "a": {} }' });
  expect(copy('{ "a": { "b": 1 } }', '{ "a": 5 }')).toEqual({ ok: true, text: '{ "a": { "b": 1 } }' });
});

it('tells what is wrong with a text that cannot be read', () => {
  expect(copy('{', '{}')).toMatchObject({ ok: false });
  expect(copy('{}', '{')).toMatchObject({ ok: false });
});

import { assert, jsonValue, property } from 'fast-check';
import { expect, it } from 'vitest';
import { encodeEvent } from './encode-event.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

it('gives an event its id and its data', () => {
  expect(encodeEvent(encode('{"a":1}'), '3-7').toString()).toBe('id: 3-7\nevent: message\ndata: {"a":1}\n\n');
  expect(encodeEvent(encode('{"a":1}')).toString()).toBe('event: message\ndata: {"a":1}\n\n');
});

it('keeps any message, however it is laid out, on one line', () => {
  assert(
    property(jsonValue(), (value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2).replaceAll('\n', '\r\n')]) {
        const lines = encodeEvent(encode(text)).toString().split('\n');
        expect(lines.length).toBe(4);
        expect(JSON.parse(lines[1]?.slice('data: '.length) ?? '')).toEqual(JSON.parse(text));
      }
    }),
  );
});

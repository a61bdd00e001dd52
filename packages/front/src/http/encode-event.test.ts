import { createNotification, parseFrame } from '@toolyard/core';
import { assert, jsonValue, property } from 'fast-check';
import { expect, it } from 'vitest';
import { encodeEvent } from './encode-event.ts';

it('gives an event its id and its data', () => {
  const frame = createNotification('a');
  const data = 'event: message\ndata: {"jsonrpc":"2.0","method":"a"}\n\n';
  expect(encodeEvent(frame, '3-7').toString()).toBe(`id: 3-7\n${data}`);
  expect(encodeEvent(frame).toString()).toBe(data);
});

it('keeps any message, however it is laid out, on one line', () => {
  assert(
    property(jsonValue(), (value) => {
      const message = { method: 'a', params: { value } };
      for (const text of [JSON.stringify(message), JSON.stringify(message, null, 2).replaceAll('\n', '\r\n')]) {
        const frame = parseFrame(Buffer.from(text)) ?? createNotification('not read');
        const lines = encodeEvent(frame).toString().split('\n');
        expect(lines.length).toBe(4);
        expect(JSON.parse(lines[1]?.slice('data: '.length) ?? '')).toEqual(JSON.parse(text));
      }
    }),
  );
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createErrorResponse, createRequest, createResponse, parseFrame } from './frame.ts';
import { readId, toIdText, type RequestId } from './request-id.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): RequestId | undefined => readId(encode(text), { start: 0, end: encode(text).length });

describe('readId', () => {
  it.each([
    '1e400',
    '1e-400',
    '-1e400',
    '9007199254740993',
    '-9007199254740993',
    '0.1234567890123456789',
    '1e300',
    '12345678901234567890123',
  ])('gives the number %s back as it was written', (text) => expect(toIdText(read(text) ?? '')).toBe(text));

  it('tells numbers apart that JavaScript does not', () => {
    expect(read('9007199254740993')).not.toBe(read('9007199254740992'));
    expect(read('1e400')).not.toBe(read('1e401'));
    expect(read('1e400')).not.toBe(read('"1e400"'));
  });

  it('is a plain number wherever that is exact', () => {
    expect(['0', '42', '-1', '1.5', '42.0', '4.2e1', '9007199254740991'].map(read)).toEqual([
      0, 42, -1, 1.5, 42, 42, 9007199254740991,
    ]);
  });

  it('keeps any string apart from any number', () => {
    const odd = fc.constantFrom('\u00001e400', '\u0000', '\u0000\u00001', '\u0000"');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), odd), (id) => {
        const text = JSON.stringify(id);
        expect(toIdText(read(text) ?? 0)).toBe(text);
      }),
    );
  });

  it.each(['true', 'null', '[1]', '{"a":1}'])('does not take %s for an id', (text) =>
    expect(read(text)).toBeUndefined(),
  );
});

it('answers a request under the id that it came with', () => {
  const frame = parseFrame(encode('{"method":"notifications/cancelled","id":1e400,"params":{"requestId":1e400}}'));
  const id = frame?.id ?? 0;
  const texts = [createRequest(id, 'a'), createResponse(id, '{}'), createErrorResponse(id, { code: 1, message: 'x' })];
  for (const { bytes } of texts) expect(new TextDecoder().decode(bytes)).toContain('"id":1e400,');
  expect(frame?.paramId('requestId')).toBe(id);
});

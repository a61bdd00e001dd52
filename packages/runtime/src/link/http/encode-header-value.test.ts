import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeHeaderValue } from './encode-header-value.ts';

describe('encodeHeaderValue', () => {
  it.each([
    ['us-west1', 'us-west1'],
    ['with spaces inside', 'with spaces inside'],
    ['', ''],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['=?base64?open', '=?base64?open'],
  ])('writes %j as %j', (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
  });

  it('gives nothing that a header cannot hold, and nothing that reads back as something else', () => {
    assert(
      property(string({ unit: 'binary' }), (value) => {
        const header = encodeHeaderValue(value);
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
        const bytes = Uint8Array.from(atob(encoded ?? ''), (letter) => letter.codePointAt(0) ?? 0);
        expect(encoded === undefined ? header : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(value)),
        );
      }),
    );
  });
});

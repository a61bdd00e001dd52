import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUriName } from './find-uri-name.ts';

const encoder = new TextEncoder();

describe('findUriName', () => {
  it('finds what a plain search finds', () => {
    const pieces = fc.array(fc.constantFrom('"', 'u', 'r', 'i', 'x', '"uri"', '"uri', 'uri"', 'ü'));
    fc.assert(
      fc.property(pieces, (parts) => {
        const bytes = encoder.encode(parts.join(''));
        const expected = Buffer.from(bytes).indexOf('"uri"');
        expect(findUriName(bytes, { start: 0, end: bytes.length })).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('looks at nothing outside the span', () => {
    const bytes = encoder.encode('"uri" "uri" "uri"');
    expect(findUriName(bytes, { start: 1, end: bytes.length })).toBe(6);
    expect(findUriName(bytes, { start: 1, end: 11 })).toBe(6);
    expect(findUriName(bytes, { start: 1, end: 10 })).toBe(-1);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteFinder } from './create-byte-finder.ts';

const encoder = new TextEncoder();

describe('a byte finder', () => {
  it('finds a text exactly where it stands inside of the span', () => {
    const find = createByteFinder('"taskId"');
    const bytes = encoder.encode('{"taskId":"1"}');
    const all = { start: 0, end: bytes.length };
    expect(find(bytes, all)).toBe(true);
    expect(find(bytes, { start: 1, end: 9 })).toBe(true);
    expect(find(bytes, { start: 2, end: 14 })).toBe(false);
    expect(find(bytes, { start: 0, end: 8 })).toBe(false);
    expect(find(encoder.encode(JSON.stringify('"taskId"')), { start: 0, end: 12 })).toBe(false);
  });

  it('agrees with what strings say', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '"', 'é'), maxLength: 30 });
    const words = fc.string({ unit: fc.constantFrom('a', 'b', '"'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(letters, words, (text, word) => {
        const bytes = encoder.encode(text);
        expect(createByteFinder(word)(bytes, { start: 0, end: bytes.length })).toBe(text.includes(word));
      }),
      { numRuns: 500 },
    );
  });
});

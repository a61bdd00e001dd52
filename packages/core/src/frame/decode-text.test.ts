import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { encodeText } from './encode-text.ts';

describe('decodeText', () => {
  it('agrees with a decoder about any bytes, also when they come again', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    // Few different bytes, so that texts of one length and one slot meet often.
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.array(fc.constantFrom(0x61, 0x80, 0xef), { maxLength: 6 }).map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, fc.nat(40), (given, from) => {
        const start = Math.min(from, given.length);
        expect(decodeText(given, start, given.length)).toBe(decoder.decode(given.subarray(start)));
      }),
      { numRuns: 5000 },
    );
  });

  it('does not remember the memory it was given', () => {
    const bytes = encodeText('remembered');
    expect(decodeText(bytes, 0, bytes.length)).toBe('remembered');
    bytes.set(encodeText('overwrites'));
    expect(decodeText(bytes, 0, bytes.length)).toBe('overwrites');
    expect(decodeText(encodeText('remembered'), 0, bytes.length)).toBe('remembered');
  });
});

describe('encodeText', () => {
  it('gives what an encoder gives, in memory that no other text has', () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 250, maxLength: 260 })));
    fc.assert(
      fc.property(texts, (given) => {
        const encoded = given.map((text) => encodeText(text));
        expect(encoded.map((bytes) => [...bytes])).toEqual(given.map((text) => [...new TextEncoder().encode(text)]));
      }),
    );
  });
});

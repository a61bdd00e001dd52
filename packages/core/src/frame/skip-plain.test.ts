import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skipPlain } from './skip-plain.ts';

function skipOneByOne(bytes: Uint8Array, start: number): number {
  const rest = bytes.subarray(start).findIndex((byte) => byte < 0x20 || byte === 0x22 || byte === 0x5c);
  return rest < 0 ? bytes.length : start + rest;
}

describe('skipPlain', () => {
  it('stops where a look at each byte stops, wherever the bytes lie in memory', () => {
    const special = fc.constantFrom(0x00, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5b, 0x5c, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff);
    const place = fc.record({ at: fc.nat(700), offset: fc.nat(8), start: fc.nat(300), byte: special, fill: special });
    fc.assert(
      fc.property(place, ({ at, offset, start, byte, fill }) => {
        const bytes = new Uint8Array(720).fill(fill).subarray(offset, 710);
        bytes[at] = byte;
        const notes = { hasHighByte: false };
        const end = skipPlain(bytes, start, notes);
        expect(end).toBe(skipOneByOne(bytes, start));
        expect(notes.hasHighByte).toBe(bytes.subarray(start, end).some((each) => each >= 0x80));
      }),
      { numRuns: 3000 },
    );
  });

  it('sees every byte that a string may not hold, and no other, far from the start', () => {
    for (let byte = 0; byte < 256; byte++) {
      const bytes = new Uint8Array(1000).fill(0x78);
      bytes[601] = byte;
      expect([byte, skipPlain(bytes, 0, { hasHighByte: false })]).toEqual([byte, skipOneByOne(bytes, 0)]);
    }
  });
});

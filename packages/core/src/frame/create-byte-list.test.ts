import { measureMemory } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteList } from './create-byte-list.ts';

describe('a list of bytes', () => {
  it('gives back what was added, however it was cut', () => {
    const sizes = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 2000, max: 9000 })), { maxLength: 30 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const list = createByteList();
        const parts = lengths.map((length, at) => new Uint8Array(length).fill(at + 1));
        for (const part of parts) list.add(part);
        expect(Buffer.from(list.join()).equals(Buffer.concat(parts))).toBe(true);
        expect(list.size).toBe(lengths.reduce((sum, length) => sum + length, 0));
      }),
    );
  });

  it('gives the only part without a copy', () => {
    const list = createByteList();
    const part = new Uint8Array([1, 2]);
    list.add(part);
    expect(list.join()).toBe(part);
  });

  it('can be added to after it was joined, and is empty after it was cleared', () => {
    const list = createByteList();
    for (const byte of [1, 2, 3]) list.add(new Uint8Array([byte]));
    list.join();
    list.add(new Uint8Array([4]));
    expect([...list.join()]).toEqual([1, 2, 3, 4]);
    list.clear();
    expect([list.size, list.join().length]).toEqual([0, 0]);
  });

  it('holds little more than its size where it was added byte by byte', () => {
    const before = measureMemory();
    const list = createByteList();
    for (let count = 0; count < 300_000; count++) list.add(new Uint8Array([count]));
    expect(measureMemory() - before).toBeLessThan(3_000_000);
    expect(list.size).toBe(300_000);
  });

  it('holds no chunks of which it was given little', () => {
    const before = measureMemory();
    const list = createByteList();
    for (let count = 0; count < 500; count++) list.add(new Uint8Array(200_000).subarray(0, 5000));
    expect(measureMemory() - before).toBeLessThan(10_000_000);
    expect(list.size).toBe(2_500_000);
  });
});

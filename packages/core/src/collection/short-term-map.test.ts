import * as fc from 'fast-check';
import { measureMemory } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { ShortTermMap } from './short-term-map.ts';

it('does what a Map does', () => {
  const step = fc.record({
    what: fc.constantFrom('set', 'delete', 'get', 'clear'),
    key: fc.nat(5),
    value: fc.option(fc.nat(), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const own = new ShortTermMap<number, number | undefined>();
      const model = new Map<number, number | undefined>();
      for (const { what, key, value } of steps) {
        if (what === 'set') {
          own.set(key, value);
          model.set(key, value);
        } else if (what === 'delete') {
          expect(own.delete(key)).toBe(model.delete(key));
        } else if (what === 'clear') {
          own.clear();
          model.clear();
        }
        expect(own.get(key)).toBe(model.get(key));
        expect(own.has(key)).toBe(model.has(key));
        expect(own.size).toBe(model.size);
        expect([...own]).toEqual([...model]);
        expect([...own.values()]).toEqual([...model.values()]);
      }
    }),
  );
});

it('keeps no room for many once they are gone', () => {
  const map = new ShortTermMap<number, object>();
  const before = measureMemory();
  for (let index = 0; index < 300_000; index++) map.set(index, SHARED);
  for (let index = 0; index < 300_000; index++) map.delete(index);
  expect(measureMemory() - before).toBeLessThan(1_000_000);
  map.set(1, SHARED);
  expect([...map]).toEqual([[1, SHARED]]);
});

const SHARED = {};

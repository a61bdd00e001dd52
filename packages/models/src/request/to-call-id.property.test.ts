import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCallId } from './to-call-id.ts';

/** Few, so that ids are often the same but for what providers do not take; lone halves of characters too. */
const UNIT = fc.constantFrom('a', '_', '-', '.', ':', '語', '\ud83d', '\udc4b');
const ID = fc.oneof(
  fc.string({ unit: UNIT, minLength: 1, maxLength: 5 }),
  fc.string({ unit: UNIT, minLength: 1, maxLength: 5 }).map((end) => 'a'.repeat(63) + end),
);

it('gives distinct ids distinct ids that all providers take', () => {
  fc.assert(
    fc.property(fc.uniqueArray(ID, { maxLength: 30 }), (ids) => {
      const made = ids.map(toCallId);
      expect(new Set(made).size).toBe(ids.length);
      expect(made.filter((id) => !/^[A-Za-z0-9_-]{1,64}$/.test(id))).toEqual([]);
    }),
    { numRuns: runs(2000, 300) },
  );
});

it.each(['call_1', 'toolu_01-A', 'a'.repeat(64)])('leaves %s as it is', (id) => {
  expect(toCallId(id)).toBe(id);
});

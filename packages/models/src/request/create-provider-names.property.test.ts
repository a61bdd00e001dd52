import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProviderNames } from './create-provider-names.ts';

/** Few, so that names are often the same but for what providers do not take; lone halves of characters too. */
const UNIT = fc.constantFrom(
  'a',
  'Z',
  '9',
  '_',
  '-',
  ':',
  '.',
  '/',
  ' ',
  'é',
  '語',
  '👋🏽',
  '\ud83d',
  '\udc4b',
  '\u0000',
);

it('gives every id a name of its own that all providers take', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: UNIT, maxLength: 100 }), { maxLength: 30 }), (ids) => {
      const { toProvider, fromProvider } = createProviderNames(ids);
      const names = ids.map(toProvider);
      expect(new Set(names).size).toBe(ids.length);
      expect(names.filter((name) => !/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/.test(name))).toEqual([]);
      expect(names.map(fromProvider)).toEqual(ids);
    }),
    { numRuns: runs(2000, 300) },
  );
});

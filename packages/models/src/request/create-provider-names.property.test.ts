import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProviderNames } from './create-provider-names.ts';

it('gives every id a name of its own that all providers take', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 100 }), { maxLength: 30 }), (ids) => {
      const { toProvider, fromProvider } = createProviderNames(ids);
      const names = ids.map(toProvider);
      expect(new Set(names).size).toBe(ids.length);
      for (const name of names) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
      expect(names.map(fromProvider)).toEqual(ids);
    }),
    { numRuns: runs(2000, 100) },
  );
});

import { describe, expect, it } from 'vitest';
import { isAffordable } from './measure-schema.ts';

const CHEAP = { tests: 1, loops: 0 };

describe('a value that is to be checked', () => {
  it('may have 10,000 parts, itself among them', () => {
    expect(
      isAffordable(
        Array.from({ length: 9999 }, () => 1),
        CHEAP,
      ),
    ).toBe(true);
    expect(
      isAffordable(
        Array.from({ length: 10_000 }, () => 1),
        CHEAP,
      ),
    ).toBe(false);
  });
});

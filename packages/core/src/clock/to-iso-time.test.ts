import { expect, it } from 'vitest';
import { toIsoTime } from './to-iso-time.ts';

it('writes each time as it is, also after the same and after another one', () => {
  expect([0, 0, 1, 1_767_225_600_000, 0].map(toIsoTime)).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.001Z',
    '2026-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
  ]);
});

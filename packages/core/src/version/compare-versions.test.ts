import { expect, it } from 'vitest';
import { compareVersions } from './compare-versions.ts';

it.each([
  ['0.1.0', '0.2.0'],
  ['0.9.0', '0.10.0'],
  ['1.2.3', '2.0.0'],
  ['1.2.3', '1.2.4'],
  ['1.0.0-beta.1', '1.0.0'],
])('puts %s before %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0);
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
});

it.each([
  ['1.0.0', '1.0.0'],
  ['1.0.0-a', '1.0.0-b'],
  ['1.0.0', 'tomorrow'],
])('cannot tell which of %s and %s is newer', (left, right) => {
  expect(compareVersions(left, right)).toBe(0);
});

import { expect, it } from 'vitest';
import { parseLimit, parseNumber } from './parse-option.ts';

it.each(['x', '0', '-2', '1.5', ''])('says what a limit may be, instead of %j', (text) => {
  expect(() => parseLimit(text)).toThrow('Use a whole number, 1 or more, or -1 for no limit.');
});

it('takes -1 for a limit alone', () => {
  expect(['-1', '1', '25'].map(parseLimit)).toEqual([-1, 1, 25]);
  expect(parseNumber('25')).toBe(25);
  expect(() => parseNumber('-1')).toThrow('Use a whole number, 1 or more.');
});

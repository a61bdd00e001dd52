import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { decodeHeaderValue } from './decode-header-value.ts';

it('gives back any text that was encoded', () => {
  const text = string({ unit: 'binary' });
  assert(
    property(text, (given) => {
      expect(decodeHeaderValue(`=?base64?${Buffer.from(given).toString('base64')}?=`)).toBe(given);
    }),
  );
});

it('takes anything else literally, without the space around it', () => {
  expect(decodeHeaderValue('  a b\t')).toBe('a b');
  expect(decodeHeaderValue('=?base64?YQ==')).toBe('=?base64?YQ==');
  expect(decodeHeaderValue('YQ==')).toBe('YQ==');
});

it.each(['=?base64?YQ?=', '=?base64?Y*==?=', '=?base64?/w==?='])('refuses %s', (header) => {
  expect(decodeHeaderValue(header)).toBeUndefined();
});

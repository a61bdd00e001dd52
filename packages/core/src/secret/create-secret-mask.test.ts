import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretMask } from './create-secret-mask.ts';

describe('createSecretMask', () => {
  it('masks values of more than 5 characters wherever they stand', () => {
    const mask = createSecretMask(['s3cret', 'short', 'longer-s3cret']);
    expect(mask('a s3cret, longer-s3cret, short')).toBe('a ***, ***, short');
  });

  it('masks values that overlap as one', () => {
    const mask = createSecretMask(['abcdefgh', 'ghijklmn']);
    expect(mask('x abcdefghijklmn y, abcdefgh')).toBe('x *** y, ***');
  });

  it('masks a value as it stands in JSON, in a URL, and line by line', () => {
    const mask = createSecretMask(['pass"word', 'a b&c=d', 'first line\nsecond line']);
    expect(mask(JSON.stringify('pass"word'))).toBe('"***"');
    expect(mask('x?y=a%20b%26c%3Dd')).toBe('x?y=***');
    expect(mask('x?y=a+b%26c%3dd')).toBe('x?y=***');
    expect(mask(`x ${btoa('me:pass"word')} ${btoa('a b&c=d').replace('=', '')}`)).not.toMatch(/cGFzc|YSBi/);
    expect(mask('got first line')).toBe('got ***');
    expect(mask('got second line')).toBe('got ***');
  });

  it('masks the beginning of a value at the end of a text that was cut', () => {
    const mask = createSecretMask(['0123456789']);
    expect(mask('is 0123456', true)).toBe('is ***');
    expect(mask('is 0123456')).toBe('is 0123456');
    expect(mask('is 01234', true)).toBe('is 01234');
  });

  it('leaves no value behind', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 6 })), fc.string(), (values, text) => {
        const secrets = values.filter((value) => value.trim().length >= 6 && !'***'.includes(value));
        const masked = createSecretMask(values)(secrets.join(text));
        for (const secret of secrets.filter((each) => !each.includes('***'))) expect(masked).not.toContain(secret);
      }),
    );
  });

  it('takes any text as a value', () => {
    expect(createSecretMask(['\ud800 half a pair'])('x \ud800 half a pair')).toBe('x ***');
  });
});

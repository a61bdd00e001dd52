import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab😀', 3, 'ab…'],
    ['', 3, ''],
  ])('makes of %j with %d characters %j', (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });
});

import * as fc from 'fast-check';
import { toLine } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { fitText, textWidth, wrapText } from './text-width.ts';

describe('textWidth', () => {
  it.each([
    ['abc', 3],
    ['äöü', 3],
    ['日本', 4],
    ['👍', 2],
    ['\u001b[31mred\u001b[39m', 3],
    ['e\u0301', 1],
  ])('measures %j', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('fitText', () => {
  it('keeps what fits', () => {
    expect(fitText('abc', 3)).toBe('abc');
  });

  it('marks what it cut, and never takes more than it may', () => {
    expect(fitText('abcdef', 4)).toBe('abc…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, width) => {
        expect(textWidth(fitText(toLine(text), width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('wrapText', () => {
  it('breaks between words and indents what follows', () => {
    expect(wrapText('one two three', 8, 2)).toEqual(['one two', '  three']);
  });

  it('cuts no word, however narrow it is', () => {
    expect(wrapText('a /very/long/path b', 6, 2)).toEqual(['a', '  /very/long/path', '  b']);
  });

  it('leaves a pipe one line', () => {
    expect(wrapText('one two three', undefined, 2)).toEqual(['one two three']);
  });
});

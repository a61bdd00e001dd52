import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTextChange } from './find-text-change.ts';

const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '😀')).map((parts) => parts.join(''));

describe('findTextChange', () => {
  it('leaves what is the same before and behind', () => {
    expect(findTextChange('one two three', 'one 2 three')).toEqual({ start: 4, end: 7, text: '2' });
    expect(findTextChange('aa', 'aaa')).toEqual({ start: 2, end: 2, text: 'a' });
  });

  it('gives the other text, and never divides a line end', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, end, text: put } = findTextChange(before, after);
        expect(before.slice(0, start) + put + before.slice(end)).toBe(after);
        for (const at of [start, end]) expect(before.slice(at - 1, at + 1)).not.toBe('\r\n');
      }),
    );
  });
});

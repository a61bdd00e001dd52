import { assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { findDifference } from './find-difference.ts';

it('is nothing for the same text', () => {
  expect(findDifference('text', 'text')).toBeUndefined();
});

it.each([
  ['ab', 'aXb', { start: 1, end: 1, text: 'X' }],
  ['aXb', 'ab', { start: 1, end: 2, text: '' }],
  ['aa', 'aaa', { start: 2, end: 2, text: 'a' }],
  ['', 'new', { start: 0, end: 0, text: 'new' }],
  ['a😀', 'a😁', { start: 1, end: 3, text: '😁' }],
  ['a\r\nb', 'a\nb', { start: 1, end: 3, text: '\n' }],
  ['a\nb', 'a\r\nb', { start: 1, end: 2, text: '\r\n' }],
])('of %j and %j is one edit', (before, after, edit) => {
  expect(findDifference(before, after)).toEqual(edit);
});

it('makes the one text of the other', () => {
  const text = string({ unit: constantFrom('a', 'b', '\n', '\r\n', '😀', '😁', '🄰') });
  assert(
    property(text, text, (before, after) => {
      const { start, end, text: put } = findDifference(before, after) ?? { start: 0, end: 0, text: '' };
      expect(before.slice(0, start) + put + before.slice(end)).toBe(after);
      expect(put).not.toMatch(/\p{Surrogate}/u);
      for (const at of [start, end]) expect(before.slice(Math.max(0, at - 1), at + 1)).not.toBe('\r\n');
    }),
  );
});

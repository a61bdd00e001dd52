import { expect, it } from 'vitest';
import { compareLines, type ComparedLine } from './compare-lines.ts';

function compare(before: readonly string[], after: readonly string[]): readonly [string, string] {
  const compared = compareLines(before.join('\n'), after.join('\n'));
  return [toMarks(compared.before), toMarks(compared.after)];
}

function toMarks(lines: readonly ComparedLine[]): string {
  return lines.map(({ text, isDifferent }) => (isDifferent ? `(${text})` : text)).join(' ');
}

it.each([
  ['a b c', 'a b c', 'a b c', 'a b c'],
  ['a b c', 'a x c', 'a (b) c', 'a (x) c'],
  ['a b, c', 'a b', 'a b, (c)', 'a b'],
  // What only moved is marked too: the order of arguments decides what a program does.
  ['a b c', 'b a c', '(a) b c', 'b (a) c'],
  ['a b c d', 'd a b c', 'a b c (d)', '(d) a b c'],
  ['a a', 'a a a', 'a a', 'a a (a)'],
  ['a', 'b', '(a)', '(b)'],
  ['a b', 'b', '(a) b', 'b'],
])('marks what is different between %s and %s', (before, after, left, right) => {
  expect(compare(before.split(' '), after.split(' '))).toEqual([left, right]);
});

it('marks everything between the same beginning and end of very long texts', () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `${index}`);
  const compared = compareLines(['a', ...lines, 'z'].join('\n'), ['a', ...lines.toReversed(), 'z'].join('\n'));
  expect(compared.after.filter(({ isDifferent }) => !isDifferent).map(({ text }) => text)).toEqual(['a', 'z']);
});

import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits } from '../parse/apply-edits.ts';
import type { TextEdit } from '../parse/note.ts';
import { parseNote } from '../parse/parse-note.ts';
import { followEdits, NO_LINES, toLineEdit } from './move-bindings.ts';

/** Letters that each stand once, so that each of them is found again after any edit. */
const FIRST_LETTER = 0x4e00;
const NEW_TEXTS = ['', 'a', '\n', 'a\n', '\na', 'a\nb\nc', '\n\n'];

const lengths = fc.array(fc.nat(4), { minLength: 2, maxLength: 10 });
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom(...NEW_TEXTS)), { minLength: 1, maxLength: 3 });

function makeText(lines: readonly number[]): string {
  let next = FIRST_LETTER;
  return lines.map((length) => Array.from({ length }, () => String.fromCharCode(next++)).join('')).join('\n');
}

/** Edits that do not overlap, from the last to the first. */
function toEdits(text: string, given: readonly (readonly [number, number, string])[]): TextEdit[] {
  const points = given.map(([at]) => at % (text.length + 1)).toSorted((left, right) => left - right);
  return points
    .map((start, index) => {
      const most = (points[index + 1] ?? text.length + 1) - start - 1;
      const [, length = 0, put = ''] = given[index] ?? [];
      return { start, end: start + Math.max(0, Math.min(length, most)), text: put };
    })
    .filter((edit, index) => edit.start !== points[index - 1])
    .toReversed();
}

it('keeps a range on its letters, whatever is typed', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), fc.nat(), edits, (sizes, from, length, given) => {
      const text = makeText(sizes);
      const start = (from % (sizes.length - 1)) + 1;
      const range = { start, end: Math.min(sizes.length, start + 1 + (length % 4)) };
      const planned = toEdits(text, given);
      const note = parseNote(text, { servers: [] });
      const lineEdits = planned.map((edit) => toLineEdit(note, edit));
      fc.pre(lineEdits.some(({ added, removed }) => added !== removed));
      const moved = followEdits(range, lineEdits);
      const after = applyEdits(text, planned).split('\n');
      const inside = new Set(
        text
          .split('\n')
          .slice(range.start - 1, range.end)
          .join(''),
      );
      const isLetter = (each: string): boolean => each.charCodeAt(0) >= FIRST_LETTER;
      const survivors = after
        .join('')
        .split('')
        .filter((each) => inside.has(each));
      for (const [index, line] of after.entries()) {
        const letters = [...line].filter(isLetter);
        const isCovered = index + 1 >= moved.start && index + 1 <= moved.end;
        // A line that is joined of both belongs to the range.
        if (letters.some((each) => inside.has(each))) expect(isCovered).toBe(true);
        else if (letters.length > 0 && survivors.length > 0) expect(isCovered).toBe(false);
      }
      if (moved.start === NO_LINES.start) expect(survivors).toEqual([]);
    }),
    { numRuns: runs(20_000) },
  );
});

import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits } from '../parse/apply-edits.ts';
import { parseNote } from '../parse/parse-note.ts';
import { followEdits, NO_LINES, toLineEdit, type LineRange } from './move-bindings.ts';

/** Letters that each stand once, so that each of them is found again after any edit. */
const FIRST_LETTER = 0x4e00;
const NEW_TEXTS = ['', 'a', '\n', 'a\n', '\na', 'a\nb\nc', '\n\n'];

const lengths = fc.array(fc.nat(4), { minLength: 2, maxLength: 10 });
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom(...NEW_TEXTS)), { minLength: 1, maxLength: 5 });

function makeText(lines: readonly number[]): string {
  let next = FIRST_LETTER;
  return lines.map((length) => Array.from({ length }, () => String.fromCharCode(next++)).join('')).join('\n');
}

const lettersOf = (lines: readonly string[]): string[] =>
  lines
    .join('')
    .split('')
    .filter((each) => each.charCodeAt(0) >= FIRST_LETTER);

/** The lines of a text that a range covers, and those that it does not. */
function split(text: string, { start, end }: LineRange): { inside: string[]; outside: string[] } {
  const isInside = (_: string, index: number): boolean => index + 1 >= start && index + 1 <= end;
  const lines = text.split('\n');
  return { inside: lines.filter(isInside), outside: lines.filter((line, index) => !isInside(line, index)) };
}

it('keeps a range on its letters, whatever is typed', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), fc.nat(4), edits, (sizes, from, more, given) => {
      let text = makeText(sizes);
      const first = (from % (sizes.length - 1)) + 1;
      let range: LineRange = { start: first, end: Math.min(sizes.length, first + 1 + more) };
      for (const [at, length, put] of given) {
        const start = at % (text.length + 1);
        const edit = { start, end: Math.min(text.length, start + length), text: put };
        const lineEdit = toLineEdit(parseNote(text, { servers: [] }), edit);
        const own = new Set(lettersOf(split(text, range).inside));
        const next = applyEdits(text, [edit]);
        const moved = followEdits(range, [lineEdit]);
        const { inside, outside } = split(next, moved);
        expect(lettersOf(outside).filter((letter) => own.has(letter))).toEqual([]);
        // A line that was joined of both belongs to the range, also where one of them is empty; and words that replace as many lines stay where
        // those were.
        const joined = lineEdit.removed > 0 ? next.split('\n')[lineEdit.line - 1] : undefined;
        const isForeign = (line: string): boolean =>
          line !== joined && lettersOf([line]).length > 0 && !lettersOf([line]).some((each) => own.has(each));
        if (lineEdit.added !== lineEdit.removed) expect(inside.filter(isForeign)).toEqual([]);
        if (moved.start === NO_LINES.start) return;
        [text, range] = [next, moved];
      }
    }),
    { numRuns: runs(20_000) },
  );
});

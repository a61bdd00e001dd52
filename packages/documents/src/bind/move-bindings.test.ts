import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextEdit } from '../parse/note.ts';
import { parseNote } from '../parse/parse-note.ts';
import { followEdits, moveBindings, NO_LINES, toLineEdit } from './move-bindings.ts';

const LINES = ['one', 'two', 'three', 'four', 'five', 'six'];
const TEXT = LINES.join('\n');

/** Where the lines 3 to 5 are after an edit of the text between two words. */
function moved(from: string, to: string, text: string): readonly (number | undefined)[] {
  const edit = { start: TEXT.indexOf(from), end: TEXT.indexOf(to), text };
  const [range] = moveBindings([{ start: 3, end: 5 }], toLineEdit(parseNote(TEXT, { servers: [] }), edit));
  return [range?.start, range?.end];
}

describe('moveBindings', () => {
  it.each<[string, [string, string], string, (number | undefined)[]]>([
    ['lines put in before', ['two', 'two'], 'a\nb\n', [5, 7]],
    ['lines put in right before the first line', ['three', 'three'], 'a\n', [4, 6]],
    ['a line broken inside', ['four', 'four'], 'x\n', [3, 6]],
    ['words changed inside', ['four', 'five'], 'x\n', [3, 5]],
    ['lines put in after', ['six', 'six'], 'a\nb\n', [3, 5]],
    ['lines taken out before', ['one', 'three'], '', [1, 3]],
    ['a line taken out inside', ['four', 'five'], '', [3, 4]],
    ['lines taken out from before into it', ['two', 'four'], '', [2, 3]],
    ['lines taken out from inside to behind it', ['four', 'six'], '', [undefined, undefined]],
    ['all of it taken out', ['three', 'six'], '', [undefined, undefined]],
    ['more than it replaced', ['two', 'six'], 'x\n', [undefined, undefined]],
    ['the end replaced', ['four', 'six'], 'x\n', [3, 4]],
    ['its last line broken', ['ive', 'ive'], '\n', [3, 6]],
    ['a line put in behind its last line', ['\nsix', '\nsix'], '\na', [3, 5]],
    ['CRLF counts once', ['one', 'one'], 'a\r\nb\r\n', [5, 7]],
  ])('%s', (_, [from, to], text, expected) => {
    expect(moved(from, to, text)).toEqual(expected);
  });

  it('keeps a range on its lines, whatever is put in or taken out elsewhere', () => {
    const size = fc.integer({ min: 2, max: 12 });
    fc.assert(
      fc.property(size, size, fc.nat(12), fc.nat(4), (before, inside, at, added) => {
        const lines = Array.from({ length: before + inside + 5 }, (_, index) => `line ${index + 1}`);
        const text = lines.join('\n');
        const note = parseNote(text, { servers: [] });
        const range = { start: before + 1, end: before + inside };
        // At the start of a line before or behind the range.
        const line = at < before ? at : Math.min(at + inside, lines.length - 1);
        const start = note.lineStarts[line] ?? 0;
        const edit: TextEdit = { start, end: start, text: 'new\n'.repeat(added) };
        const changed = (text.slice(0, start) + edit.text + text.slice(start)).split('\n');
        const [moved] = moveBindings([range], toLineEdit(note, edit));
        expect(changed[(moved?.start ?? 0) - 1]).toBe(lines[range.start - 1]);
        expect(changed[(moved?.end ?? 0) - 1]).toBe(lines[range.end - 1]);
      }),
    );
  });
});

/** Where the lines 3 to 4 are after edits of the text, each between two words. */
function followed(...edits: readonly (readonly [string, string, string])[]): readonly number[] {
  const note = parseNote(TEXT, { servers: [] });
  const lines = edits.map(([from, to, text]) =>
    toLineEdit(note, { start: TEXT.indexOf(from), end: TEXT.indexOf(to), text }),
  );
  const { start, end } = followEdits({ start: 3, end: 4 }, lines);
  return [start, end];
}

describe('followEdits', () => {
  it('moves with several edits of one moment', () => {
    expect(followed(['ive', 'ive', '\n'], ['our', 'our', '\n'], ['ne', 'ne', '\n'])).toEqual([4, 6]);
  });

  it('keeps the one line that is left, and finds its end again when that is broken', () => {
    expect(followed(['four', 'five', ''])).toEqual([3, 3]);
    const note = parseNote('one\ntwo\nthree', { servers: [] });
    const edit = toLineEdit(note, { start: 10, end: 10, text: '\n' });
    expect(followEdits({ start: 3, end: 3 }, [edit])).toEqual({ start: 3, end: 4 });
  });

  it('says that nothing is left, also of what stands there then', () => {
    for (const [from, to] of [
      ['three', 'five'],
      ['two', 'six'],
      ['three', '\nfive'],
      ['wo', '\nfive'],
    ] as const) {
      expect(followed([from, to, ''])).toEqual([0, 0]);
    }
    expect(followed(['three', 'five', 'x\n'])).toEqual([0, 0]);
    const edit = toLineEdit(parseNote(TEXT, { servers: [] }), { start: 0, end: 0, text: '\n' });
    expect(followEdits(NO_LINES, [edit])).toEqual(NO_LINES);
  });

  it('stays where as many lines come as go', () => {
    expect(followed(['three', 'five', 'x\ny\n'])).toEqual([3, 4]);
  });
});

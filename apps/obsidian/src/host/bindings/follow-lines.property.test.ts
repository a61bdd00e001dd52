import { findDifference } from '@toolyard/documents';
import { history, redo, undo } from '@codemirror/commands';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_CHANGE } from '../replace-text.ts';
import { followLines } from './follow-lines.ts';

const HEAD = '---\n# mine\ntoolyard:\n  bindings:\n    - { lines: "LINES", server: a } # kept\n---\n';
const HEAD_LINES = 6;

/** An editor on a note whose lines `first` to `last` below the frontmatter are bound. */
class TestEditor {
  state: EditorState;

  constructor(body: string, first: number, last: number) {
    const doc = HEAD.replace('LINES', `${first + HEAD_LINES}-${last + HEAD_LINES}`) + body;
    this.state = EditorState.create({ doc, extensions: [history(), followLines()] });
  }

  get text(): string {
    return this.state.doc.toString();
  }

  /** What the frontmatter says. */
  get lines(): string | undefined {
    return /lines: "([0-9-]+)"/.exec(this.text)?.[1];
  }

  /** The text of the lines that the frontmatter names. */
  get bound(): string {
    const [first = 0, last = 0] = (this.lines ?? '').split('-').map(Number);
    return this.text
      .split('\n')
      .slice(first - 1, last)
      .join('\n');
  }

  edit(spec: TransactionSpec): void {
    this.state = this.state.update(spec).state;
  }

  /** Types what makes one text of another, at the first place of it. */
  replace(before: string, after: string, userEvent = 'input'): void {
    const from = this.text.indexOf(before);
    const { start, end, text } = findDifference(before, after) ?? { start: 0, end: 0, text: '' };
    this.edit({ changes: { from: from + start, to: from + end, insert: text }, userEvent });
  }

  run(command: typeof undo): void {
    command({ state: this.state, dispatch: (transaction: Transaction) => (this.state = transaction.state) });
  }
}

describe('followLines', () => {
  it('moves the numbers with the lines, and keeps everything else of the frontmatter', () => {
    const editor = new TestEditor('one\ntwo\nthree\nfour', 2, 3);
    editor.replace('one', 'one\nmore');
    expect(editor.lines).toBe('9-10');
    expect(editor.bound).toBe('two\nthree');
    expect(editor.text).toContain('# mine\ntoolyard:\n  bindings:\n    - { lines: "9-10", server: a } # kept\n---\n');
  });

  it('takes both back in one step, and makes both again', () => {
    const editor = new TestEditor('one\ntwo\nthree\nfour', 2, 3);
    const before = editor.text;
    editor.replace('one', 'one\nmore');
    const after = editor.text;
    editor.run(undo);
    expect(editor.text).toBe(before);
    editor.run(redo);
    expect(editor.text).toBe(after);
  });

  it('moves with lines that are put into the frontmatter itself, right behind the numbers too', () => {
    const editor = new TestEditor('one\ntwo\nthree\nfour', 2, 3);
    editor.replace('# mine', '# mine\ntags: [a]');
    expect(editor.bound).toBe('two\nthree');
    editor.replace(', server: a }', ',\n      server: a }');
    expect(editor.bound).toBe('two\nthree');
  });

  it('goes on while the frontmatter cannot be read, since somebody is typing in it', () => {
    const editor = new TestEditor('one\ntwo\nthree\nfour', 2, 3);
    editor.replace('# mine', 'tags: [a,');
    editor.replace('tags: [a,', 'tags: [a,\n  b');
    editor.replace('one', 'one\nmore');
    editor.replace('  b', '  b]');
    expect(editor.bound).toBe('two\nthree');
    editor.replace('one', 'one\nand more');
    expect(editor.bound).toBe('two\nthree');
  });

  it('leaves numbers alone that somebody changes, and texts that have theirs already', () => {
    const editor = new TestEditor('one\ntwo\nthree\nfour', 2, 3);
    editor.replace('8-9', '7-10');
    expect(editor.lines).toBe('7-10');
    for (const event of ['set', OWN_CHANGE]) {
      editor.replace('one', 'one\nmore', event);
      expect(editor.lines).toBe('7-10');
    }
    editor.replace('one', 'one\nmore');
    expect(editor.lines).toBe('7-11');
  });

  it('says what is left of lines that are joined or deleted', () => {
    const editor = new TestEditor('one\ntwo\nthree\nfour', 2, 3);
    editor.replace('two\nthree', 'two three');
    expect(editor.lines).toBe('8-8');
    editor.replace('two three', 'two\nthree');
    expect(editor.lines).toBe('8-9');
    editor.replace('two\nthree\n', '');
    expect(editor.lines).toBe('0-0');
    editor.run(undo);
    expect(editor.bound).toBe('two\nthree');
  });

  it('keeps a range on its text through any typing elsewhere, and undoes to the very note', () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
    const edits = fc.array(
      fc.tuple(fc.boolean(), fc.nat(), fc.nat(12), fc.constantFrom('', 'x', '\n', 'x\ny', '\n\nz\n')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(edits, fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 4 }), (given, first, more) => {
        const editor = new TestEditor(lines.join('\n'), first, first + more);
        const [start, bound] = [editor.text, editor.bound];
        for (const [isBefore, at, length, insert] of given) {
          const from = editor.text.indexOf(bound);
          const [low, high] = isBefore
            ? [editor.text.indexOf('---\n', 4) + 4, from - 1]
            : [from + bound.length + 1, editor.text.length];
          if (low > high) continue;
          const place = low + (at % (high - low + 1));
          const isolate = { userEvent: `input.${at}` };
          editor.edit({ changes: { from: place, to: Math.min(high, place + length), insert }, ...isolate });
          expect(editor.bound).toBe(bound);
        }
        for (const _ of given) editor.run(undo);
        expect(editor.text).toBe(start);
      }),
      { numRuns: runs(500) },
    );
  });
});

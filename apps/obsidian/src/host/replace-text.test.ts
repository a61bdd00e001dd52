import { history, undo } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import type { EditorPosition, EditorTransaction } from 'obsidian';
import { describe, expect, it } from 'vitest';
import { followLines } from './bindings/follow-lines.ts';
import { replaceText } from './replace-text.ts';

/** A note with a range above a block, and one below it that is on these lines. */
function writeNote(below: string, result = ''): string {
  const bindings = `    - { lines: "7-8", server: a }\n    - { lines: "${below}", server: a }\n`;
  const block = `\`\`\`a\ntool: x\n\`\`\`\n${result}`;
  return `---\ntoolyard:\n  bindings:\n${bindings}---\none\ntwo\n\n${block}\nthree\nfour\n`;
}

const RESULT = '<!-- toolyard:result id=1234abcd status=success -->\nx\n<!-- /toolyard:result -->\n';

/** What an editor of Obsidian does with its text, by the plugin's filter. */
class FakeEditor {
  state: EditorState;

  constructor(doc: string, anchor = 0) {
    this.state = EditorState.create({ doc, selection: { anchor }, extensions: [history(), followLines()] });
  }

  getValue(): string {
    return this.state.doc.toString();
  }

  offsetToPos(offset: number): EditorPosition {
    const { number, from } = this.state.doc.lineAt(offset);
    return { line: number - 1, ch: offset - from };
  }

  transaction({ changes = [] }: EditorTransaction, userEvent = ''): void {
    const toOffset = ({ line, ch }: EditorPosition): number => this.state.doc.line(line + 1).from + ch;
    this.state = this.state.update({
      changes: changes.map(({ from, to = from, text }) => ({ from: toOffset(from), to: toOffset(to), insert: text })),
      userEvent,
    }).state;
  }

  undo(): void {
    undo({ state: this.state, dispatch: (step: Transaction) => (this.state = step.state) });
  }
}

describe('replaceText', () => {
  it('writes a result between two line ranges with their numbers as they are given, and leaves the cursor in the text above it', () => {
    const [before, after] = [writeNote('14-15'), writeNote('17-18', RESULT)];
    const editor = new FakeEditor(before, before.indexOf('two') + 1);
    replaceText(editor, after);
    expect(editor.getValue()).toBe(after);
    expect(editor.state.selection.main.head).toBe(after.indexOf('two') + 1);
    editor.undo();
    expect(editor.getValue()).toBe(before);
  });

  it.each([
    ['gets frontmatter', '# A\n', writeNote('14-15')],
    ['loses it', writeNote('14-15'), '# A\n'],
    ['has it opened and not closed', '---\na: b\n', '---\na: c\nd\n'],
    ['has nothing but frontmatter', '---\na: b\n---', '---\na: c\n---\nd'],
    ['stays as it is', '# A\n', '# A\n'],
  ])('gives the very text where a note %s', (_, before, after) => {
    const editor = new FakeEditor(before);
    replaceText(editor, after);
    expect(editor.getValue()).toBe(after);
  });
});

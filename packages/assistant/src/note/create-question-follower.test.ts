import { parseNote } from '@toolyard/documents';
import { expect, it } from 'vitest';
import { createQuestionFollower } from './create-question-follower.ts';
import { MESSAGE_NAMES } from './message-names.ts';

/** What stands from the line of the question on, after each of the texts. */
function follow(before: string, line: number, texts: readonly string[]): readonly (string | undefined)[] {
  const note = parseNote(before, { servers: [] });
  const find = createQuestionFollower(note, line, { names: MESSAGE_NAMES });
  return texts.map((text) => {
    const at = find(text);
    return at === undefined ? undefined : text.slice(at);
  });
}

it('follows a question through an answer below, and changes above and in it', () => {
  expect(
    follow('# A\n#User : a\nb\n\n', 2, [
      '# A\n#User : a\nb\n\n#Assistant :\n\nc\n',
      'x\n# A\n#User : a\nb\n\n#Assistant :\n\nc\n',
      'x\n# A\n#User : aa\nbb\n\n#Assistant :\n\nc\n',
      'y\n# A\n#User : aa\nbb\n\n#Assistant :\n\ncc\n',
    ]),
  ).toEqual([
    '#User : a\nb\n\n#Assistant :\n\nc\n',
    '#User : a\nb\n\n#Assistant :\n\nc\n',
    '#User : aa\nbb\n\n#Assistant :\n\nc\n',
    '#User : aa\nbb\n\n#Assistant :\n\ncc\n',
  ]);
});

it('follows any line of a question without messages, and one that stands before the last message', () => {
  expect(follow('# A\nb\nc\n', 2, ['# A\nx\nb\nc\n', '# A\nx\nb\nd\n'])).toEqual(['b\nc\n', 'b\nd\n']);
  expect(follow('#User : a\n#System : b\n', 1, ['x\n#User : a\n#System : b\n'])).toEqual(['#User : a\n#System : b\n']);
});

it('finds no question that was removed, until it is there again', () => {
  expect(follow('# A\n#User : a\n# B\n', 2, ['# B\n', '# A\n# B\n#User : a\n'])).toEqual([undefined, '#User : a\n']);
});

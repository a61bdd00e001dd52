import { describe, expect, it } from 'vitest';
import { createQuestionFollower } from './create-question-follower.ts';
import { MESSAGE_NAMES } from './message-names.ts';

const NOTE = '# A\n\n#User : 1\n\n# B\n\n#User : 2\n';

const follow = (text: string, line: number, ...steps: readonly string[]): number | undefined => {
  const follower = createQuestionFollower(text, { names: MESSAGE_NAMES, line });
  return steps.map((step) => follower.findLine(step)).at(-1);
};

describe('a question is known again', () => {
  it.each([
    ['where nothing changed', [NOTE], 7],
    ['below other lines', [`x\n\n${NOTE}`], 9],
    ['above other lines', [`${NOTE}\n# C\n\n#User : 3\n`], 7],
    ['where it grew', [NOTE.replace('2', '2 and 3')], 7],
    ['on both sides of changes', [`x\n${NOTE}\n# C\n`], 8],
    ['after it was gone for a moment', ['# A\n', `x\n${NOTE}`], 8],
    [
      'below its answer and other lines, step by step',
      [`${NOTE}\n#Assistant :\n\n#User : 2\n`, `x\n${NOTE}\n#Assistant :\n\n#User : 2\n`],
      8,
    ],
  ])('%s', (_, steps, line) => {
    expect(follow(NOTE, 6, ...steps)).toBe(line);
  });

  it.each([
    ['is removed', '# A\n\n#User : 1\n\n# B\n\n'],
    ['is removed with its section', '# A\n\n#User : 1\n\n'],
    ['is no message any more', NOTE.replace('#User : 2', 'User 2')],
    ['is put into a fence', NOTE.replace('#User : 2', '```\n#User : 2\n```')],
  ])('and not where it %s', (_, now) => {
    expect(follow(NOTE, 6, now)).toBeUndefined();
  });

  it('by the line of the cursor in a text without messages', () => {
    const text = '# A\n\none\ntwo\nthree\n';
    expect(follow(text, 4, `x\n${text}`)).toBe(5);
    expect(follow(text, 4, text.replace('one', 'one\nmore'))).toBe(5);
    expect(follow(text, 4, text.replace('three', 'three\nmore'))).toBe(4);
    expect(follow(text, 4, '# A\n\none\nthree\n')).toBe(4);
    expect(follow('', 1, 'x')).toBe(1);
  });
});

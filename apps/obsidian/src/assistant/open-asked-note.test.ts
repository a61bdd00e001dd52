import { describe, expect, it } from 'vitest';
import { MESSAGE_NAMES } from '@toolyard/host/assistant';
import { openAskedNote } from './open-asked-note.ts';

const NOTE = '# A\n\n#User : 1\n\n# B\n\n#User : 2\n';

async function follow(text: string, line: number, ...steps: readonly string[]): Promise<number | undefined> {
  let now = text;
  const note = {
    isInEditor: () => true,
    read: async () => now,
    update: async (edit: (before: string) => string) => void (now = edit(now)),
    attach: async () => false,
  };
  const { store, findLine } = await openAskedNote(note, { names: MESSAGE_NAMES, line, again: false });
  for (const step of steps) await store.update(() => step);
  return findLine();
}

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
  ])('%s', async (_, steps, line) => {
    expect(await follow(NOTE, 6, ...steps)).toBe(line);
  });

  it.each([
    ['is removed', '# A\n\n#User : 1\n\n# B\n\n'],
    ['is removed with its section', '# A\n\n#User : 1\n\n'],
    ['is no message any more', NOTE.replace('#User : 2', 'User 2')],
    ['is put into a fence', NOTE.replace('#User : 2', '```\n#User : 2\n```')],
  ])('and not where it %s', async (_, now) => {
    expect(await follow(NOTE, 6, now)).toBeUndefined();
  });

  it('by the line of the cursor in a text without messages', async () => {
    const text = '# A\n\none\ntwo\nthree\n';
    expect(await follow(text, 4, `x\n${text}`)).toBe(5);
    expect(await follow(text, 4, text.replace('one', 'one\nmore'))).toBe(5);
    expect(await follow(text, 4, text.replace('three', 'three\nmore'))).toBe(4);
    expect(await follow(text, 4, '# A\n\none\nthree\n')).toBe(4);
    expect(await follow('', 1, 'x')).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { completeTemplate, completeWhole } from './complete-text.ts';

const OFFERS = [{ text: 'branch', about: '"main"' }, { text: 'path' }, { text: 'oldPath' }];

function completed(text: string): string | undefined {
  const caret = text.indexOf('|');
  const whole = text.replace('|', '');
  const found = completeTemplate(whole, caret, OFFERS);
  const [first] = found?.options ?? [];
  return found && `${whole.slice(0, found.from)}${first?.text}${found.ending}${whole.slice(found.to)}`;
}

describe('completeTemplate', () => {
  it.each([
    ['{|', '{branch}'],
    ['On {pa|', 'On {path}'],
    ['{old|} now', '{oldPath} now'],
    ['{pa|xyz} now', '{path} now'],
    ['{{{br|', '{{{branch}'],
    ['a {x} {Path|', 'a {x} {path}'],
  ])('completes %s to %s', (text, expected) => {
    expect(completed(text)).toBe(expected);
  });

  it.each(['|', 'branch|', '{{br|', '{branch} |', '{a b|', '{nothing|', '{"br|', '{branch|'])(
    'offers nothing at %s',
    (text) => {
      expect(completed(text)).toBeUndefined();
    },
  );
});

describe('completeWhole', () => {
  it('offers names that start with the text before those that have it in them', () => {
    expect(completeWhole('pa', OFFERS, false)?.options.map(({ text }) => text)).toEqual(['path', 'oldPath']);
    expect(completeWhole('', OFFERS, false)).toMatchObject({ from: 0, to: 0, ending: '' });
  });

  it('is silent at a complete name, unless it is asked', () => {
    expect(completeWhole('branch', OFFERS, false)).toBeUndefined();
    expect(completeWhole('branch', OFFERS, true)).toMatchObject({ from: 0, to: 6, options: [{}, {}, {}] });
  });
});

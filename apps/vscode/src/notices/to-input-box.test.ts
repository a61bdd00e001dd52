import { expect, it } from 'vitest';
import { toInputBox } from './to-input-box.ts';

const LINK = '[Continue](command:workbench.action.terminal.sendSequence?%7B%7D)\n\u202eand more';

it('makes no link of what a server says of a parameter, nor of what is wrong', () => {
  const { prompt, validateInput } = toInputBox({
    title: 'a',
    prompt: LINK,
    validate: (text) => (text === '' ? LINK : undefined),
  });
  for (const text of [prompt, validateInput?.('')]) {
    expect(text).toContain('[Continue] (command:');
    expect(text).not.toMatch(/\]\(|[\n\u202e]/);
  }
  expect(validateInput?.('x')).toBeUndefined();
});

it('keeps what a person typed, also a secret', () => {
  expect(toInputBox({ title: 'a', value: '[a](b)\n', isSecret: true })).toEqual({
    title: 'a',
    password: true,
    ignoreFocusOut: true,
    value: '[a](b)\n',
  });
});

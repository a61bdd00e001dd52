import { expect, it } from 'vitest';
import { readCause } from './read-cause.ts';

const LINK = { hook: 'a', run: 'run-1', inferred: false };

it('knows the runs that led to a command', () => {
  expect(readCause({ env: { TOOLYARD_HOOK_CHAIN: JSON.stringify([LINK]) } })).toEqual([LINK]);
  expect(readCause({ env: {} })).toBeUndefined();
  expect(readCause({ env: { TOOLYARD_HOOK_CHAIN: '' } })).toBeUndefined();
});

it.each(['{', '{}', '[1]', '[{"hook":"a"}]'])(
  'refuses what is no chain, since a loop would have no end: %s',
  (text) => {
    expect(() => readCause({ env: { TOOLYARD_HOOK_CHAIN: text } })).toThrow(
      'TOOLYARD_HOOK_CHAIN was not set by a hook. Unset it, then try again.',
    );
  },
);

import { expect, it } from 'vitest';
import { hintAtArgument } from './hint-at-argument.ts';

it.each([
  ["error: unknown option '--path=.'\n", 'Tool arguments have no dashes. Write: path=.\n'],
  ["error: unknown option '--path'\n(Did you mean --wait?)\n", 'Tool arguments have no dashes. Write: path=VALUE\n'],
  ["error: unknown option '-p=1'\n", 'Tool arguments have no dashes. Write: p=1\n'],
  ["error: unknown option '--text=it\\'s a $(trap)'\n", 'Tool arguments have no dashes. Write: text=VALUE\n'],
  ["error: missing required argument 'tool'\n", ''],
])('after %j', (complaint, hint) => {
  expect(hintAtArgument(complaint)).toBe(hint);
});

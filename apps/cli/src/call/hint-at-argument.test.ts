import { expect, it } from 'vitest';
import { hintAtArgument } from './hint-at-argument.ts';

it.each([
  ["error: unknown option '--path=.'\n", 'Arguments of a tool have no dashes: path=.\n'],
  ["error: unknown option '--path'\n(Did you mean --wait?)\n", 'Arguments of a tool have no dashes: path=VALUE\n'],
  ["error: unknown option '-p=1'\n", 'Arguments of a tool have no dashes: p=1\n'],
  ["error: unknown option '--text=it\\'s a $(trap)'\n", 'Arguments of a tool have no dashes: text=VALUE\n'],
  ["error: missing required argument 'tool'\n", ''],
])('after %j', (complaint, hint) => {
  expect(hintAtArgument(complaint)).toBe(hint);
});

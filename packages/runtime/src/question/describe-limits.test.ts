import { expect, it } from 'vitest';
import { describeLimits } from './describe-limits.ts';
import type { TextField } from './elicitation.ts';

const text = (least: number | undefined, most: number | undefined): TextField => ({
  kind: 'text',
  name: 'a',
  title: 'A',
  description: undefined,
  required: false,
  minLength: least,
  maxLength: most,
  pattern: undefined,
  format: undefined,
  preset: undefined,
});

it('counts one character as one', () => {
  expect(describeLimits(text(1, undefined))).toEqual(['at least 1 character']);
  expect(describeLimits(text(1, 5))).toEqual(['1 to 5 characters']);
  expect(describeLimits(text(undefined, 1))).toEqual(['at most 1 character']);
});

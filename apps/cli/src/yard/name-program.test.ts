import { expect, it } from 'vitest';
import { nameProgram } from './name-program.ts';

it.each([
  ['"toolyard up" (process 7)', { program: 'toolyard up', pid: 7, isBackground: false }],
  ['"Obsidian"', { program: 'Obsidian', isBackground: false }],
  ['a Toolyard in the background (process 7)', { program: 'toolyard background', pid: 7, isBackground: true }],
  ['another program', undefined],
])('calls what runs a yard %s', (name, about) => {
  expect(nameProgram(about)).toBe(name);
});

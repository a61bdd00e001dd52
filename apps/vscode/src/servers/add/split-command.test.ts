import { describe, expect, it } from 'vitest';
import { splitCommand } from './split-command.ts';

describe('splitCommand', () => {
  it.each([
    ['npx -y x', ['npx', '-y', 'x']],
    ['  node   "my file.js"  ', ['node', 'my file.js']],
    [String.raw`a 'b "c"' "d \"e\"" f\ g`, ['a', 'b "c"', 'd "e"', 'f g']],
    [String.raw`C:\tools\x.exe a\b`, [String.raw`C:\tools\x.exe`, String.raw`a\b`]],
    [`x ''`, ['x', '']],
    ['a"b"c', ['abc']],
    ['x $(rm -rf /) | y', ['x', '$(rm', '-rf', '/)', '|', 'y']],
  ])('splits %j as a shell does, and runs nothing', (line, words) => {
    expect(splitCommand(line)).toEqual({ words });
  });

  it.each([
    ['', 'Enter the command.'],
    ['   ', 'Enter the command.'],
    ['""', 'Enter the command.'],
    ['x "y', 'A quote (") is not closed.'],
    [`x 'y`, `A quote (') is not closed.`],
  ])('refuses %j', (line, problem) => {
    expect(splitCommand(line)).toEqual({ problem });
  });

  it('splits a very long line at once', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `w${index}`);
    expect(splitCommand(words.join(' '))).toEqual({ words });
  });
});

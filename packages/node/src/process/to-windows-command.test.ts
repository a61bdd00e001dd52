import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSlowText } from '@toolyard/testing';
import { toWindowsCommand } from './to-windows-command.ts';

const BATCH = 'C:\\Program Files\\nodejs\\npx.cmd';

function lineOf(args: readonly string[]): string {
  const { args: parts } = toWindowsCommand(BATCH, args, 'cmd.exe');
  return (parts.at(-1) ?? '').slice(1, -1);
}

/** What a C program makes of its command line. */
function parseAsProgram(line: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < line.length; at++) {
    let word = '';
    for (let quoted = false; at < line.length && (quoted || line[at] !== ' '); at++) {
      const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
      const isBeforeQuote = line[at + slashes] === '"';
      word += '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      at += slashes;
      if (!isBeforeQuote) word += line[at] === ' ' && !quoted ? '' : (line[at] ?? '');
      else if (slashes % 2 === 1) word += '"';
      else if (quoted && line[at + 1] === '"') word += line[at++];
      else quoted = !quoted;
    }
    words.push(word);
  }
  return words;
}

const oneLine = fc.string({ unit: fc.constantFrom(...'ab %"\\&|<>^!();,=~:cd*?'.split('')), maxLength: 12 });

describe('toWindowsCommand', () => {
  it('starts programs as they are', () => {
    expect(toWindowsCommand('C:\\node.exe', ['a "b"'], 'cmd.exe')).toEqual({
      file: 'C:\\node.exe',
      args: ['a "b"'],
      verbatim: false,
    });
  });

  it('starts batch files through cmd.exe', () => {
    expect(toWindowsCommand(BATCH, ['-y', 'a b', ''], 'C:\\cmd.exe')).toEqual({
      file: 'C:\\cmd.exe',
      args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', '""C:\\Program Files\\nodejs\\npx.cmd" "-y" "a b" """'],
      verbatim: true,
    });
    expect(toWindowsCommand('C:\\X.BAT', [], 'cmd.exe').verbatim).toBe(true);
  });

  it('gives arguments no way to run something else', () => {
    expect(lineOf(['"&calc.exe'])).toBe(`"${BATCH}" """&calc.exe"`);
    expect(lineOf(['%PATH%'])).toBe(`"${BATCH}" "%%cd:~,%PATH%%cd:~,%"`);
    expect(lineOf(['a\\'])).toBe(`"${BATCH}" "a\\\\"`);
    expect(lineOf(['a\\"b'])).toBe(`"${BATCH}" "a\\\\""b"`);
  });

  it('refuses what cmd.exe cannot be given', () => {
    expect(() => lineOf(['a\nb'])).toThrow('an argument contains a line break');
  });

  it('keeps every special character inside quotes and every percent sign harmless', () => {
    fc.assert(
      fc.property(fc.array(oneLine), (args) => {
        const line = lineOf(args);
        let quoted = false;
        for (const character of line) {
          if (character === '"') quoted = !quoted;
          else if (!quoted) expect(character).toBe(' ');
        }
        expect(quoted).toBe(false);
        expect(line.replaceAll('%%cd:~,%', '')).not.toContain('%');
      }),
    );
  });

  it('reaches the program unchanged', () => {
    fc.assert(
      fc.property(fc.array(oneLine), (args) => {
        const expanded = lineOf(args).replaceAll('%%cd:~,%', '%');
        expect(parseAsProgram(expanded)).toEqual([BATCH, ...args]);
      }),
    );
  });
});

it('quotes an argument in time in proportion to it', () => {
  expect(
    findSlowText((text) => toWindowsCommand('a.cmd', [text.replaceAll(/[\r\n\0]/g, '')], 'cmd.exe')),
  ).toBeUndefined();
});

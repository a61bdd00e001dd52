import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainYaml } from './read-plain-yaml.ts';
import { readNoteYaml } from './read-note-yaml.ts';

const key = fc.oneof(
  fc.constantFrom('tool', 'city', 'a-b', '_x', 'null', 'true', '__proto__'),
  fc.stringMatching(/^[\w-]{1,8}$/),
);
const scalar = fc.oneof(
  fc.constantFrom(
    'true',
    'True',
    'FALSE',
    'null',
    '~',
    'yes',
    'no',
    '0',
    '-0',
    '007',
    '0x1f',
    '1e3',
    '.inf',
    'a: b',
    'a #b',
    'a:',
    'a -b',
    '- a',
  ),
  fc.stringMatching(/^[ -~]{1,12}$/),
  fc.stringMatching(/^"[ -~]{0,10}"$/),
  fc.stringMatching(/^[A-Za-z0-9 _./:#-]{1,12}$/),
  fc.integer().map(String),
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key, scalar).map(([name, value]) => `${name}: ${value}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '---', '...', '  ', '# c', '  more', '\t') },
);
const body = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));

describe('readPlainYaml', () => {
  it('gives what the real parser gives, or nothing', () => {
    let taken = 0;
    fc.assert(
      fc.property(body, (text) => {
        const plain = readPlainYaml(text);
        if (plain === undefined || Object.keys(plain).length === 0) return;
        taken++;
        expect(readNoteYaml(text)).toMatchObject({ value: plain, issues: [] });
        expect(Object.keys(plain)).toEqual(Object.keys(Object(readNoteYaml(text).value)));
      }),
      { numRuns: 10_000 },
    );
    expect(taken).toBeGreaterThan(200);
  });

  it('reads what most bodies are made of', () => {
    expect(
      readPlainYaml('tool: forecast\n\ncity: New York\ndays: 3\nnow: true\nnote: "a: b # c"\npath: a/b.md\n'),
    ).toEqual({
      tool: 'forecast',
      city: 'New York',
      days: 3,
      now: true,
      note: 'a: b # c',
      path: 'a/b.md',
    });
  });
});

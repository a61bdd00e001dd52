import * as fc from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { putEntry } from './put-entry.ts';
import { readJsonText } from './read-json-text.ts';
import { removeEntry } from './remove-entry.ts';

const ENTRY = { command: 'toolyard', args: ['serve', '--shared'] };
const PATH = ['mcpServers', 'toolyard'] as const;

const put = (text: string, value: unknown = ENTRY): string => {
  const edit = putEntry(text, PATH, value);
  if (!edit.ok) throw new Error(edit.problems[0]?.message);
  return edit.text;
};
const remove = (text: string): string => {
  const edit = removeEntry(text, PATH);
  if (!edit.ok) throw new Error(edit.problems[0]?.message);
  return edit.text;
};
const valueOf = (text: string): unknown => {
  const read = readJsonText(text);
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return read.value;
};

describe('an entry that is put in', () => {
  it('goes behind the last one, with the indentation of the file', () => {
    expect(put('{\n\t"mcpServers": {\n\t\t"a": {} // mine\n\t}\n}\n')).toBe(
      '{\n\t"mcpServers": {\n\t\t"a": {}, // mine\n\t\t"toolyard": {\n\t\t\t"command": "toolyard",\n' +
        '\t\t\t"args": ["serve", "--shared"]\n\t\t}\n\t}\n}\n',
    );
  });

  it('keeps line ends and a comma at the end', () => {
    expect(put('{\r\n  "mcpServers": {\r\n    "a": {},\r\n  },\r\n}')).toBe(
      '{\r\n  "mcpServers": {\r\n    "a": {},\r\n    "toolyard": {\r\n      "command": "toolyard",\r\n' +
        '      "args": ["serve", "--shared"]\r\n    },\r\n  },\r\n}',
    );
  });

  it('stays on the line of a file that has only one', () => {
    expect(put('{"mcpServers":{"a":{}}}')).toBe(
      '{"mcpServers":{"a":{}, "toolyard": { "command": "toolyard", "args": ["serve", "--shared"] }}}',
    );
  });

  it.each(['', '\n', '\uFEFF', '  \r\n'])('makes a whole file of %j', (text) => {
    expect(put(text)).toBe(
      '{\n  "mcpServers": {\n    "toolyard": {\n      "command": "toolyard",\n      "args": ["serve", "--shared"]\n    }\n  }\n}\n',
    );
  });

  it('makes what is missing around it', () => {
    expect(put('{\n  "theme": "dark"\n}')).toContain('"theme": "dark",\n  "mcpServers": {\n    "toolyard": {\n');
    expect(put('{}', 1)).toBe('{\n  "mcpServers": {\n    "toolyard": 1\n  }\n}');
  });

  it('takes the place of one with the same key', () => {
    expect(put(put('{ "mcpServers": {} }', { old: true }))).toBe(put('{ "mcpServers": {} }'));
  });

  it('is refused where the file is broken, or something else stands in its place', () => {
    expect(putEntry('{ "mcpServers": {', PATH, 1)).toMatchObject({ ok: false, problems: [{ code: 'invalid_json' }] });
    expect(putEntry('{ "mcpServers": [] }', PATH, 1)).toMatchObject({
      ok: false,
      problems: [{ path: '$.mcpServers', message: 'mcpServers must be an object', line: 1, column: 17 }],
    });
    expect(putEntry('[]', PATH, 1)).toMatchObject({ ok: false, problems: [{ message: 'Config must be an object' }] });
  });
});

describe('an entry that is taken out', () => {
  it('leaves the comments around it', () => {
    const text = '{ "mcpServers": {\n  "a": 1, // about a\n  // about toolyard\n  "toolyard": {}\n  // the end\n} }';
    expect(remove(text)).toBe('{ "mcpServers": {\n  "a": 1 // about a\n  // about toolyard\n  // the end\n} }');
  });

  it('leaves a comment in its own line', () => {
    expect(remove('{ "mcpServers": {\n  "toolyard": {}, // why\n  "a": 1\n} }')).toBe(
      '{ "mcpServers": {\n   // why\n  "a": 1\n} }',
    );
  });

  it('may stand first, in the middle, or twice', () => {
    expect(remove('{"mcpServers":{"toolyard":1, "a":2}}')).toBe('{"mcpServers":{"a":2}}');
    expect(remove('{"mcpServers":{"a":2, "toolyard":1, "b":3}}')).toBe('{"mcpServers":{"a":2, "b":3}}');
    expect(remove('{"mcpServers":{"toolyard":1, "a":2, "toolyard":3}}')).toBe('{"mcpServers":{"a":2}}');
    expect(remove('{"mcpServers":{\n"toolyard":1 , \n"a":2}}')).toBe('{"mcpServers":{ \n"a":2}}');
  });

  it('changes nothing where there is none', () => {
    for (const text of ['', '{}', '{ "mcpServers": 3 }', '{ "mcpServers": { "a": 1, } }'])
      expect(remove(text)).toBe(text);
  });
});

describe('any file with a server', () => {
  const eol = fc.constantFrom('\n', '\r\n');
  const gap = fc.constantFrom('', ' ', '\t', '\n', '\n  ', '\n\t', ' // note\n', ' /* note, } */ ', '\n  // note\n  ');
  const file = fc
    .record({
      mark: fc.constantFrom('', '\uFEFF'),
      eol,
      gaps: fc.array(gap, { minLength: 10, maxLength: 10 }),
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c d', 'é'), { minLength: 1 }),
      comma: fc.constantFrom('', ','),
      after: fc.constantFrom('', '\n', '\n\n'),
    })
    .map(({ mark, eol, gaps, keys, comma, after }) => {
      const members = keys.map(
        (key, index) => `${gaps[index]}"${key}":${gaps[index + 1]}{ "n": ${index} }${gaps[index + 2]}`,
      );
      const text = `${gaps[7]}{${gaps[8]}"x": 1,"mcpServers":${gaps[9]}{${members.join(',')}${comma}${gaps[6]}}}${after}`;
      return mark + text.replaceAll('\n', eol);
    });

  it('is byte for byte the same after putting in and taking out', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(remove(put(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('says the same and the new entry after putting in', () => {
    fc.assert(
      fc.property(file, (text) => {
        const before = valueOf(text) as { mcpServers: object };
        expect(valueOf(put(text))).toEqual({ ...before, mcpServers: { ...before.mcpServers, toolyard: ENTRY } });
      }),
    );
  });

  it('is the same whether an entry is put in once or another one was there before', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(put(put(text, { old: [1] }))).toBe(put(text));
      }),
    );
  });
});

it('takes an entry out of a file in time in proportion to its length', () => {
  const run = (text: string): unknown => removeEntry(`{"mcpServers":{"a":"${text}","toolyard":{}}}`, PATH);
  const spaces = ' '.repeat(200_000);
  const cpuMs = startCpuClock();
  run(spaces);
  expect(cpuMs()).toBeLessThan(1000);
});

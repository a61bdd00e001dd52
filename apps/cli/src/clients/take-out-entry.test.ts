import { putEntry } from '@toolyard/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeOutEntry, type EntryPath, type TakenOut } from './take-out-entry.ts';

const PATH: EntryPath = ['mcpServers', 'toolyard'];
const ENTRY = { command: 'toolyard', args: ['serve', '--shared'] };

const connect = (text: string, entry: unknown = ENTRY): string => {
  const edit = putEntry(text, PATH, entry);
  if (!edit.ok) throw new Error(edit.problems[0]?.message);
  return edit.text;
};
const takeOut = (text: string, backup: string): TakenOut =>
  takeOutEntry({ text, path: PATH, before: { text: backup } });
const textOf = (taken: TakenOut): string | undefined => {
  if (taken.kind === 'restored') return taken.text;
  return taken.kind === 'edited' && taken.edit.ok ? taken.edit.text : undefined;
};

const SAMPLES: readonly string[] = [
  '',
  '\n',
  '\uFEFF',
  '{}',
  '{ }',
  '{\n}\n',
  '{ // nothing yet\n}',
  '{"mcpServers":{}}',
  '{"mcpServers":{"a":{"command":"x"}},"b":1}',
  '{\n  "globalShortcut": "Ctrl+Space"\n}',
  '{\n\t"mcpServers": {\n\t\t// mine\n\t\t"a": { "command": "x" } // last\n\t},\n\t"z": [1, 2]\n}\n',
  '\uFEFF{\r\n    "mcpServers": {\r\n        "a": { "command": "x" },\r\n    },\r\n}\r\n\r\n',
  '{\n  "mcpServers": {\n    "toolyard": { "command": "my own" }\n  }\n}',
];

describe('a file after connecting and disconnecting', () => {
  it.each(SAMPLES)('is byte for byte what it was: %j', (sample) => {
    expect(textOf(takeOut(connect(sample), sample))).toBe(sample);
  });

  it.each(SAMPLES)('is what it was after connecting twice in different ways: %j', (sample) => {
    const twice = connect(connect(sample, { command: 'npx', args: ['-y', 'toolyard'], env: { A: 'b' } }));
    expect(textOf(takeOut(twice, sample))).toBe(sample);
  });

  it('goes where there was none', () => {
    expect(takeOutEntry({ text: connect(''), path: PATH, before: 'none' })).toEqual({ kind: 'file-is-ours' });
  });

  it('is what it was for any settings', () => {
    const settings = fc.dictionary(fc.string(), fc.jsonValue());
    const indent = fc.constantFrom<string | number>(0, 2, 4, '\t');
    fc.assert(
      fc.property(settings, fc.dictionary(fc.string(), fc.jsonValue()), indent, (around, servers, space) => {
        const sample = JSON.stringify({ ...around, mcpServers: servers }, undefined, space);
        expect(textOf(takeOut(connect(sample), sample))).toBe(sample);
      }),
    );
  });
});

describe('a file that was changed meanwhile', () => {
  it('keeps the change and loses the entry alone', () => {
    const sample = '{\n  "mcpServers": {\n    "a": 1 // mine\n  }\n}\n';
    const changed = connect(sample).replace('"a": 1', '"a": 2');
    expect(textOf(takeOut(changed, sample))).toBe(sample.replace('"a": 1', '"a": 2'));
  });

  it('keeps it without a backup too', () => {
    const sample = '{\n  "mcpServers": {\n    "a": 1 // mine\n  }\n}\n';
    expect(textOf(takeOutEntry({ text: connect(sample), path: PATH, before: 'unknown' }))).toBe(sample);
  });

  it('has the entry again whose place ours took, with its comments', () => {
    const sample = '{\n  "mcpServers": {\n    "toolyard": {\n      "command": "my own" // mine\n    }\n  }\n}\n';
    const changed = connect(sample).replace('{\n', '{\n  "a": 1,\n');
    expect(textOf(takeOut(changed, sample))).toBe(sample.replace('{\n', '{\n  "a": 1,\n'));
  });

  it('loses the object that came with the entry', () => {
    const sample = '{\n  "theme": "dark"\n}\n';
    const changed = connect(sample).replace('dark', 'light');
    expect(textOf(takeOut(changed, sample))).toBe('{\n  "theme": "light"\n}\n');
  });

  it('keeps an object that came with it and holds more by now', () => {
    const changed = connect('{}').replace('"toolyard"', '"more": 1, "toolyard"');
    expect(textOf(takeOut(changed, '{}'))).toContain('"more": 1');
  });
});

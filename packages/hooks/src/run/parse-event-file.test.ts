import { exampleRecord } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEventFile } from './parse-event-file.ts';

function problemsOf(text: string): string[] {
  const parsed = parseEventFile(text);
  if ('event' in parsed) return [];
  return parsed.problems.map(({ line, column, path, message }) => `${line}:${column}: ${path}: ${message}`);
}

const RECORD = exampleRecord({
  event: {
    id: 'e1',
    name: 'hook.ended',
    at: '2026-11-15T10:00:00.000Z',
    context: { event: 'hook.ended', hook: 'lint', result: 'cut…', user: 'Ada', timestamp: '2026-11-15T10:00:00.000Z' },
    cut: ['result'],
  },
});

describe('parseEventFile', () => {
  it.each<[string, string, unknown]>([
    ['a name', '{ "name": "manual" }', { name: 'manual', values: {} }],
    [
      'a name with values, comments and a mark of the byte order',
      '\uFEFF// mine\n{ "name": "file.saved", "values": { "path": "a.md", "ticket": [1, null] }, }',
      { name: 'file.saved', values: { path: 'a.md', ticket: [1, null] } },
    ],
    [
      'an event with a context',
      '{ "event": "git.committed", "context": { "message": "x" } }',
      { name: 'git.committed', values: { message: 'x' } },
    ],
    ['an event without a context', '{ "event": "manual" }', { name: 'manual', values: {} }],
  ])('reads %s', (_what, text, event) => {
    expect(parseEventFile(text)).toEqual({ event: { ...Object(event), cut: [] } });
  });

  it.each([0, 2])('reads a record as the log prints it, without what it has cut: %i', (indent) => {
    const values = { branch: null, hook: 'lint', user: 'Ada', timestamp: '2026-11-15T10:00:00.000Z' };
    expect(parseEventFile(`${JSON.stringify(RECORD, null, indent)}\n`)).toEqual({
      event: { name: 'hook.ended', values, cut: ['result'] },
    });
  });

  it('keeps names of the language harmless', () => {
    const parsed = parseEventFile('{ "name": "manual", "values": { "__proto__": { "x": 1 }, "constructor": 2 } }');
    expect('event' in parsed && Object.entries(parsed.event.values)).toEqual([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ]);
  });

  const forms =
    'The file must be an event, { "name": "file.saved", "values": { "path": "a.md" } }, or one record of "hooks log --json"';
  it.each<[string, string[]]>([
    ['[]', [`1:1: $: ${forms}`]],
    ['\n  "manual"', [`2:3: $: ${forms}`]],
    [`${JSON.stringify(RECORD)}\n${JSON.stringify(RECORD)}\n`, [`2:1: $: ${forms}, not several`]],
    ['{}', ['1:1: $.name: Missing required field: name']],
    ['{ "name": "file.save" }', ['1:11: $.name: Unknown name "file.save"; did you mean "file.saved"?']],
    ['{ "name": "manual", "value": {} }', ['1:21: $.value: Unknown key "value"; did you mean "values"?']],
    ['{ "name": "manual",\n  "values": [] }', ['2:13: $.values: values must be an object, not an array']],
    [
      '{ "name": "manual", "values": { "event": "x" } }',
      ['1:42: $.values.event: event is the name of the event and cannot be set among its values'],
    ],
    [
      '{ "event": { "context": 1, "cut": [2] } }',
      [
        '1:12: $.event.name: Missing required field: name',
        '1:25: $.event.context: event.context must be an object, not a number',
        '1:36: $.event.cut[0]: event.cut[0] must be a string, not a number',
      ],
    ],
  ])('says what is wrong with %s', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('says where broken JSON is broken', () => {
    expect(problemsOf('{ "name": "manual",\n  values }')[0]).toMatch(/^2:3: \$: Invalid JSON at line 2, column 3/);
    expect(problemsOf('')[0]).toMatch(/^1:1: \$: /);
  });

  it('gives an event or a problem for any text', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    );
    const anyEvent = fc
      .record(
        {
          name: fc.constantFrom('manual', 'x', 1),
          event: fc.jsonValue({ maxDepth: 2 }),
          values: fc.jsonValue({ maxDepth: 2 }),
        },
        { requiredKeys: [] },
      )
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(anyText, anyEvent), (text) => {
        const parsed = parseEventFile(text);
        expect('event' in parsed || parsed.problems.length > 0).toBe(true);
      }),
    );
  });
});

import { GOOD_HOOKS_FILES, WRONG_HOOKS_FILES } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { EVENT_NAMES } from '../hook/hook.ts';
import { parseHooksFile } from './parse-hooks-file.ts';

const FORMATS = ['json', 'yaml'] as const;

/** The text without its marks, and where they stood. */
function readMarks(marked: string): { text: string; places: { line: number; column: number }[] } {
  const parts = marked.split('▲');
  const places = parts.slice(1).map((_, index) => {
    const lines = parts
      .slice(0, index + 1)
      .join('')
      .split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  });
  return { text: parts.join(''), places };
}

describe.each(FORMATS)('parseHooksFile on %s', (format) => {
  it.each(WRONG_HOOKS_FILES)('tells all that is wrong with $name, and where', ({ problems, ...texts }) => {
    const { text, places } = readMarks(texts[format]);
    const expected = problems.map((problem, index) => ({ code: 'invalid_schema', ...problem, ...places[index] }));
    expect(parseHooksFile(text, { format }).problems).toEqual(expected);
    expect(places).toHaveLength(problems.length);
  });

  it.each(GOOD_HOOKS_FILES)('accepts $name', (texts) => {
    expect(parseHooksFile(texts[format], { format }).problems).toEqual([]);
  });

  it('fills in every default', () => {
    const hooks = EVENT_NAMES.map((event) => ({
      id: event,
      trigger: { event, ...(event === 'schedule' && { cron: '@daily' }) },
      action: { type: 'custom', parameters: { command: 'x' } },
    }));
    const text = format === 'json' ? JSON.stringify({ version: 1, hooks }) : stringify({ version: 1, hooks });
    expect(parseHooksFile(text, { format }).hooks).toEqual(
      EVENT_NAMES.map((event) => ({
        id: event,
        enabled: true,
        trigger: { event, ...(event === 'schedule' && { cron: '@daily', missed: 'once' }) },
        action: { type: 'custom', parameters: { command: 'x', args: [], timeout: 30_000 } },
        policy: 'queue',
        debounceMs: 1000,
      })),
    );
  });

  it('keeps the hooks that nothing is wrong with', () => {
    const action = { type: 'mcp', parameters: { serverId: 's', toolName: 't', parameterMappings: [] } };
    const hooks = [
      { id: 'a', trigger: { event: 'nothing' }, action },
      { id: 'b', trigger: { event: 'manual' }, action },
      { id: 'b', trigger: { event: 'manual' }, action },
      { id: 'c', trigger: { event: 'manual' }, action },
    ];
    const text = format === 'json' ? JSON.stringify({ version: 1, hooks }) : stringify({ version: 1, hooks });
    const parsed = parseHooksFile(text, { format });
    expect(parsed.hooks).toMatchObject([{ id: 'b', action: { parameters: { timeout: 30_000 } } }, { id: 'c' }]);
    expect(parsed.problems).toHaveLength(2);
    expect(parsed.places.locate('c').path).toBe('$.hooks[3]');
  });

  it('refuses more hooks than anybody writes', () => {
    const hook = { id: 'a', trigger: { event: 'manual' }, action: { type: 'custom', parameters: { command: 'x' } } };
    const write = (count: number): string =>
      JSON.stringify({
        version: 1,
        hooks: Array.from({ length: count }, (_, index) => ({ ...hook, id: `a${index}` })),
      });
    expect(parseHooksFile(write(1000), { format }).hooks).toHaveLength(1000);
    expect(parseHooksFile(write(1001), { format }).problems).toEqual([
      { code: 'invalid_schema', path: '$.hooks', message: 'hooks must have at most 1000 entries', line: 1, column: 22 },
    ]);
  });

  it('refuses more text than anybody writes', () => {
    expect(parseHooksFile('#'.repeat(1_048_577), { format }).problems).toEqual([
      {
        code: 'invalid_schema',
        path: '$',
        message: 'The file has 1048577 characters; at most 1048576 are read',
        line: 1,
        column: 1,
      },
    ]);
  });

  it('takes globs of up to 1,000 characters', () => {
    const write = (length: number): string => {
      const glob = 'a'.repeat(length);
      const trigger = { event: 'file.saved', paths: [glob], if: { branch: { matches: glob } } };
      const hook = { id: 'a', trigger, action: { type: 'custom', parameters: { command: 'x' } } };
      return JSON.stringify({ version: 1, hooks: [hook] });
    };
    expect(parseHooksFile(write(1000), { format }).problems).toEqual([]);
    expect(parseHooksFile(write(1001), { format }).problems.map(({ message }) => message)).toEqual([
      'trigger.paths[0] must have at most 1000 characters',
      'trigger.if.branch.matches must have at most 1000 characters',
    ]);
  });

  it('shows at most 100 problems, says how many more there are, and cuts what is very long', () => {
    const write = (count: number): string => {
      const keys = Array.from({ length: count }, (_, index) => [`k${index}${'ey'.repeat(1000)}`, 1]);
      return JSON.stringify({ version: 1, hooks: [], ...Object.fromEntries(keys) });
    };
    const hidden = parseHooksFile(write(300), { format }).problems;
    expect(hidden).toHaveLength(101);
    expect(hidden.at(-1)?.message).toBe('200 more problems are not shown');
    expect(hidden[0]?.message).toHaveLength(1001);
    expect(parseHooksFile(write(101), { format }).problems).toHaveLength(101);
    expect(parseHooksFile(write(101), { format }).problems.at(-1)?.message).toMatch(/^Unknown key/);
  });

  it.each(['', ' \n', '\uFEFF'])('says that a file is empty: %j', (text) => {
    const name = format.toUpperCase();
    expect(parseHooksFile(text, { format }).problems).toMatchObject([
      { code: `invalid_${format}`, path: '$', message: `Invalid ${name} at line 1, column 1: the file is empty` },
    ]);
  });

  it('never throws on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isInside) => {
        const text = JSON.stringify(isInside ? { version: 1, hooks: [value] } : value);
        const { hooks, problems } = parseHooksFile(text, { format });
        expect(hooks).toEqual([]);
        expect(problems.length).toBeGreaterThan(0);
      }),
    );
  });

  it('never throws on a hook with any value anywhere', () => {
    const hook = {
      id: 'a',
      trigger: { event: 'file.saved', paths: ['a'], if: { branch: { is: 'b' } } },
      action: { type: 'custom', parameters: { command: 'c', args: ['d'], env: { E: 'f' } } },
    };
    const places = [
      'id',
      'trigger',
      'event',
      'paths',
      'if',
      'branch',
      'is',
      'action',
      'type',
      'parameters',
      'args',
      'env',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const whole = JSON.stringify({ version: 1, hooks: [hook] }, (key, inner) => (key === place ? 'HERE' : inner));
        const { problems, hooks } = parseHooksFile(
          whole.replace('"HERE"', () => JSON.stringify(value)),
          { format },
        );
        expect(hooks.length + Math.min(problems.length, 1)).toBe(1);
      }),
    );
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseHooksFile(text, { format })));
  });

  it.each(['[', '{"a":', '[{"a":['])('bears nesting without an end: %s', (opening) => {
    const { problems } = parseHooksFile(opening.repeat(5000), { format });
    expect(problems).toMatchObject([{ message: expect.stringContaining('nested more than 100 levels deep') }]);
  });
});

describe('parseHooksFile', () => {
  it.each(GOOD_HOOKS_FILES)('reads the same hooks in both formats: $name', ({ json, yaml }) => {
    const { hooks } = parseHooksFile(json, { format: 'json' });
    expect(parseHooksFile(yaml, { format: 'yaml' }).hooks).toStrictEqual(hooks);
  });

  it('keeps a literal value exactly as it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const mapping = { toolParam: 'a', source: 'literal', value };
        const parameters = { serverId: 's', toolName: 't', parameterMappings: [mapping] };
        const file = {
          version: 1,
          hooks: [{ id: 'a', trigger: { event: 'manual' }, action: { type: 'mcp', parameters } }],
        };
        const text = JSON.stringify(file);
        const parsed = parseHooksFile(text, { format: 'json' }).hooks;
        expect(JSON.stringify(parsed.map(({ action }) => action.parameters))).toBe(
          JSON.stringify([{ ...parameters, timeout: 30_000 }]),
        );
        expect(parseHooksFile(text, { format: 'yaml' }).hooks).toStrictEqual(parsed);
      }),
    );
  });

  it.each([
    ['{ "version": 1, "hooks": [ }', 'Invalid JSON at line 1, column 28: expected a value', 'json'],
    [
      '{\n  "version": 1,\n  hooks: [] }',
      'Invalid JSON at line 3, column 3: expected a string in double quotes, a number, true, false or null',
      'json',
    ],
    [
      'version: 1\nhooks: [',
      'Invalid YAML at line 2, column 9: flow sequence in block collection must be sufficiently indented and end with a ]',
      'yaml',
    ],
    [
      'version: 1\nhooks:\n  - *all\n',
      'Invalid YAML at line 3, column 5: there is no anchor "all"; put text that starts with "*" in quotes',
      'yaml',
    ],
    ['version: 1\n? [a]\n: b\n', 'Invalid YAML at line 2, column 3: a key must be a string', 'yaml'],
    [
      'version: !mine 1\n',
      'Invalid YAML at line 1, column 10: unresolved tag: !mine; put text that starts with "!" in quotes',
      'yaml',
    ],
    ['version: .inf\n', 'Invalid YAML at line 1, column 10: a number must be finite', 'yaml'],
    ['version: 1\n---\nversion: 1\n', 'Invalid YAML at line 2, column 1: expected one document, not several', 'yaml'],
    ['# nothing\n', 'Invalid YAML at line 1, column 1: the file is empty', 'yaml'],
    ['a: &a [*a]\n', 'Invalid YAML at line 1, column 7: nested more than 100 levels deep', 'yaml'],
  ] as const)('says what breaks a text: %j', (text, message, format) => {
    const [first] = parseHooksFile(text, { format }).problems;
    expect(first).toMatchObject({ code: `invalid_${format}`, path: '$', message });
  });

  it.each(['- ', '? ', '!a ', '&a ', '- ? '])('bears YAML of one sign again and again: %j', (sign) => {
    expect(parseHooksFile(sign.repeat(5000), { format: 'yaml' }).hooks).toEqual([]);
  });

  it('does not let aliases grow', () => {
    const names = Array.from('abcdefghij');
    const lines = names.map((name, index) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join()}]`;
    });
    const { problems } = parseHooksFile(lines.join('\n'), { format: 'yaml' });
    expect(problems).toMatchObject([{ message: expect.stringContaining('has more than 100 aliases') }]);
  });

  it('refuses a number that has no end, which JSON can write', () => {
    const text = `{ "version": 1, "hooks": [{ "id": "a", "trigger": { "event": "manual", "if": { "branch": 1e999 } },
      "action": { "type": "mcp", "parameters": { "serverId": "s", "toolName": "t", "parameterMappings": [
        { "toolParam": "p", "source": "literal", "value": [1e999] }] } } }] }`;
    expect(parseHooksFile(text, { format: 'json' }).problems).toMatchObject([
      { path: '$.hooks[0].trigger.if.branch', message: 'trigger.if.branch must be a finite number' },
      { message: 'action.parameters.parameterMappings[0].value[0] must be a finite number' },
    ]);
  });

  it('counts the characters of a name as people do', () => {
    const file = (name: string): string =>
      JSON.stringify({
        version: 1,
        hooks: [
          { id: 'a', name, trigger: { event: 'manual' }, action: { type: 'custom', parameters: { command: 'x' } } },
        ],
      });
    expect(parseHooksFile(file('😀'.repeat(100)), { format: 'json' }).problems).toEqual([]);
    expect(parseHooksFile(file('😀'.repeat(101)), { format: 'json' }).problems).toHaveLength(1);
  });

  it('shows control characters of a file as what they are', () => {
    const { problems } = parseHooksFile('{ "\\u001b[2J": 1 }', { format: 'json' });
    expect(problems[0]?.message).not.toContain('\u001B');
  });

  it.each(FORMATS)('knows where the parts of a hook stand, in %s', (format) => {
    const text = `{ "version": 1, "hooks": [
  { "id": "a", "trigger": { "event": "manual" },
    "action": { "type": "custom", "parameters": { "command": "x" } } } ] }`;
    const { places } = parseHooksFile(text, { format });
    expect(places.locate('a')).toEqual({ path: '$.hooks[0]', line: 2, column: 3 });
    expect(places.locate('a', ['trigger', 'event'])).toEqual({ path: '$.hooks[0].trigger.event', line: 2, column: 38 });
    expect(places.locate('a', ['action', 'parameters', 'timeout'])).toEqual({
      path: '$.hooks[0].action.parameters.timeout',
      line: 3,
      column: 49,
    });
    expect(places.locate('b')).toEqual({ path: '$', line: 1, column: 1 });
  });
});

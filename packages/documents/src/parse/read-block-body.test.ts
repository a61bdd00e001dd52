import { describe, expect, it } from 'vitest';
import { explainRefusedArguments } from './explain-refused-arguments.ts';
import type { ToolBlock } from './note.ts';
import { parseNote } from './parse-note.ts';

function only(...lines: string[]): ToolBlock {
  const { blocks } = parseNote(lines.join('\n'), { servers: ['weather', 'files'] });
  expect(blocks).toHaveLength(1);
  return blocks[0]!;
}

describe('YAML', () => {
  it('has the line and column of the note', () => {
    const block = only('# A', '', '> ```weather', '> tool: a', '> city: [London', '> ```');
    expect(block).toMatchObject({ server: 'weather', tool: 'a', arguments: {} });
    expect(block.issues).toMatchObject([{ code: 'invalid-yaml', severity: 'error' }]);
    expect(block.issues[0]?.message).toMatch(/^YAML parsing failed: .+ \(line [56]\)$/);
  });

  it('refuses a key that stands twice', () => {
    expect(only('', '- ```files', '  tool: a', '  x: {b: 1, c: 2,', '      b: 3}', '  ```').issues).toEqual([
      {
        code: 'invalid-yaml',
        message: 'YAML parsing failed: duplicate key "b" (line 5)',
        line: 5,
        column: 7,
        severity: 'error',
      },
    ]);
    expect(only('```files', 'tool: a', 'tool: b', '```').issues).toMatchObject([{ line: 3, column: 1 }]);
  });

  it('has no surprises in the core schema', () => {
    const values = ['no', 'yes', 'on', '12:30', '2026-11-15', '0o17', '1e3', '~', '.5', '010', '=', '<<'];
    const body = values.map((value, index) => `k${index}: ${value}`);
    expect(Object.values(only('```files', 'tool: a', ...body, '```').arguments)).toEqual([
      'no',
      'yes',
      'on',
      '12:30',
      '2026-11-15',
      15,
      1000,
      null,
      0.5,
      10,
      '=',
      '<<',
    ]);
  });

  it('refuses what JSON cannot say, and warns of numbers that are not exact', () => {
    expect(only('```files', 'tool: a', 'x: .nan', '```').issues).toMatchObject([{ line: 3, column: 4 }]);
    const block = only('```files', 'tool: a', 'x: 12345678901234567890', '```');
    expect(block.issues).toMatchObject([{ severity: 'warning', line: 3, column: 4 }]);
    expect(block.tool).toBe('a');
  });

  it('keeps keys of objects apart from what objects have', () => {
    const { arguments: values } = only('```files', 'tool: a', '__proto__: {polluted: 1}', 'constructor: b', '```');
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });
});

describe('a body that costs too much', () => {
  const NINE = Array.from({ length: 9 }, () => 0);
  const bombs: readonly [string, string, RegExp][] = [
    ['a billion laughs', laughs(), /more than 100 aliases/],
    ['an alias inside of what it names', 'tool: a\nx: &x [*x]', /levels|aliases|anchor/],
    ['many aliases of a large list', `tool: a\nx: &x [${'1,'.repeat(40_000)}]\ny: [${'*x,'.repeat(90)}]`, /more than/],
    ['deep brackets', `tool: a\nx: ${'['.repeat(60_000)}${']'.repeat(60_000)}`, /nested more than 64 levels deep/],
    ['brackets that are not closed', `tool: a\nx: ${'['.repeat(100_000)}`, /./],
    ['deep dashes', `tool: a\nx:\n  ${'- '.repeat(60_000)}`, /nested more than 64 levels deep/],
    ['65 levels', `tool: a\nx: ${'['.repeat(65)}${']'.repeat(65)}`, /nested more than 64 levels deep/],
    ['10 MB', `tool: a\nx: ${'y'.repeat(10_000_000)}?`, /longer than 131072 characters/],
    ['as many keys twice', `tool: a\n${numbered()}\n${numbered()}`, /duplicate key "k0"/],
  ];

  function laughs(): string {
    const levels = [
      'a: &a [x]',
      ...NINE.map((_, at) => `k${at}: &k${at} [${NINE.map(() => (at === 0 ? '*a' : `*k${at - 1}`)).join()}]`),
    ];
    return ['tool: a', ...levels].join('\n');
  }

  function numbered(): string {
    return Array.from({ length: 6000 }, (_, index) => `k${index}: v`).join('\n');
  }

  it.each(bombs)('is refused: %s', (_, body, message) => {
    const before = process.cpuUsage();
    const block = only('```files', body, '```');
    const { user, system } = process.cpuUsage(before);
    expect(block).toMatchObject({ server: 'files', tool: 'a', arguments: {} });
    expect(block.issues.map((issue) => issue.message).join('\n')).toMatch(message);
    expect(block.issues.length).toBeLessThanOrEqual(20);
    // Most take some milliseconds; what grows with the square of its length would take minutes.
    expect(user + system).toBeLessThan(15_000_000);
  });

  it('has a limit of depth that real values do not reach', () => {
    const block = only('```files', `tool: a\nx: ${'['.repeat(60)}${']'.repeat(60)}`, '```');
    expect(block.issues).toEqual([]);
  });

  it('may name a value once and use it elsewhere', () => {
    const block = only('```files', 'tool: a', 'x: &x [1, 2]', 'y: *x', '```');
    expect(block.arguments).toEqual({ x: [1, 2], y: [1, 2] });
  });
});

describe('a refusal of arguments', () => {
  const refusal = (...names: string[]): string =>
    `Invalid parameters for files:a: ${names.map((name) => `unknown argument "${name}"`).join('; ')}`;

  it('says of options beside plain arguments what makes them options', () => {
    const block = only('```files', 'tool: a', 'path: x', 'display: inline', 'id: mine', '```');
    expect(block).toMatchObject({ arguments: { display: 'inline', id: 'mine', path: 'x' }, options: {} });
    expect(explainRefusedArguments(block, refusal('display'))).toBe(
      'Invalid parameters for files:a: unknown argument "display"; "display" is an option only if the tool\'s arguments are under "arguments:"',
    );
    expect(explainRefusedArguments(block, refusal('display', 'id'))).toMatch(
      /; "display" and "id" are options only if the tool's arguments are under "arguments:"$/,
    );
  });

  it('stays as it is where it is about something else, or the options are options', () => {
    const plain = only('```files', 'tool: a', 'id: 5', '```');
    expect(explainRefusedArguments(plain, 'id: must be a string, got 5')).toBe('id: must be a string, got 5');
    const full = only('```files', 'tool: a', 'display: inline', 'arguments: { id: 1 }', '```');
    expect(explainRefusedArguments(full, refusal('id'))).toBe(refusal('id'));
  });
});

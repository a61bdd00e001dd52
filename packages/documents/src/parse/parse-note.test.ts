import { describe, expect, it } from 'vitest';
import type { ToolBlock } from './note.ts';
import { parseNote } from './parse-note.ts';

const servers = ['weather', 'files', 'Memory Server', 'a&b'];

function parse(...lines: string[]) {
  return parseNote(lines.join('\n'), { servers });
}

function only(...lines: string[]): ToolBlock {
  const { blocks } = parse(...lines);
  expect(blocks).toHaveLength(1);
  return blocks[0]!;
}

const FORECAST = ['```weather', 'tool: forecast', 'city: London', 'days: 3', '```'];

describe('a tool block', () => {
  it('has the tool, the arguments and the server of its language', () => {
    const block = only('# Note', '', ...FORECAST, '');
    expect(block).toMatchObject({
      language: 'weather',
      server: 'weather',
      tool: 'forecast',
      arguments: { city: 'London', days: 3 },
      options: {},
      body: 'tool: forecast\ncity: London\ndays: 3\n',
      prefix: '',
      closed: true,
      issues: [],
    });
    expect(block.range).toEqual({ start: 8, end: 58, line: 3, endLine: 7 });
    expect(block.bodyRange).toEqual({ start: 19, end: 55, line: 4, endLine: 6 });
  });

  it('has an id made of language and body', () => {
    // The first 8 digits of `printf 'weather\ntool: forecast\ncity: London\ndays: 3\n' | sha256sum`.
    expect(only(...FORECAST).id).toBe('8c6fb4f3');
  });

  it('counts equal blocks', () => {
    const { blocks } = parse(...FORECAST, '', ...FORECAST, '', '```weather', 'tool: other', '```', '', ...FORECAST);
    expect(blocks.map(({ id }) => id)).toEqual([
      '8c6fb4f3',
      '8c6fb4f3-2',
      expect.stringMatching(/^[0-9a-f]{8}$/),
      '8c6fb4f3-3',
    ]);
  });

  it('names its server in an mcp block', () => {
    expect(only('```mcp', 'server: files', 'tool: read', 'path: a', '```')).toMatchObject({
      language: 'mcp',
      server: 'files',
      arguments: { path: 'a' },
    });
    expect(only('```mcp', 'tool: read', '```').server).toBeUndefined();
  });

  it('takes "server" as an argument where the language is a key', () => {
    expect(only('```files', 'tool: read', 'server: x', '```').arguments).toEqual({ server: 'x' });
  });

  it('has options beside a mapping of arguments', () => {
    const block = only(
      '```weather',
      'tool: forecast',
      'timeout: 5000',
      'display: collapsed',
      'id: today',
      'arguments:',
      '  tool: inner',
      '  timeout: 1',
      '```',
    );
    expect(block).toMatchObject({
      id: 'today',
      options: { timeout: 5000, display: 'collapsed', id: 'today' },
      arguments: { tool: 'inner', timeout: 1 },
      issues: [],
    });
  });

  it('takes "arguments" that is no mapping as an argument', () => {
    expect(only('```files', 'tool: run', 'arguments: [a, b]', 'id: x', '```')).toMatchObject({
      arguments: { arguments: ['a', 'b'], id: 'x' },
      options: {},
    });
    expect(only('```files', 'tool: run', 'arguments:', '```').arguments).toEqual({});
  });

  it.each([
    ['timeout: 0', '"timeout" must be a whole number of milliseconds from 1 to 300000'],
    ['timeout: soon', '"timeout" must be a whole number of milliseconds from 1 to 300000'],
    ['display: big', '"display" must be inline, block, collapsed or table'],
    ['id: a b', '"id" must be 1 to 64 letters, digits, ".", "_" and "-", starting with a letter or digit'],
    ['timeot: 5', 'Unknown option "timeot"; did you mean "timeout"?'],
    ['city: Rome', 'Unknown option "city"; only timeout, display and id are allowed beside "arguments"'],
  ])('refuses %s beside arguments', (line, message) => {
    const block = only('```weather', 'tool: forecast', line, 'arguments: {}', '```');
    expect(block.issues).toEqual([{ code: 'invalid-block', message, line: 3, column: 1, severity: 'error' }]);
  });

  it('needs the name of a tool', () => {
    for (const tool of ['tool:', 'tool: ""', 'tool: 5', 'tool: [a]']) {
      expect(only('```weather', tool, '```')).toMatchObject({
        tool: '',
        issues: [{ code: 'invalid-block', message: '"tool" must be the name of a tool', line: 2, severity: 'error' }],
      });
    }
  });

  it('is found by a key with spaces, by the first word, and by escaped characters', () => {
    expect(only('```Memory Server', 'tool: a', '```').server).toBe('Memory Server');
    expect(only('``` weather  {.now}', 'tool: a', '```').server).toBe('weather');
    expect(only('~~~ a&amp;b', 'tool: a', '~~~').server).toBe('a&b');
  });

  it('needs a line that starts "tool:"', () => {
    expect(parse('```weather', 'a = 1', ' tool: x', '```').blocks).toEqual([]);
    expect(parse('```weather', '"tool": x', '```').blocks).toEqual([]);
  });

  it('is not made of a fence in another language, which is mentioned', () => {
    const note = parse(
      '',
      '- ```elsewhere',
      '  tool: a',
      '  ```',
      '',
      '```',
      'tool: a',
      '```',
      '',
      '    ```files',
      '    tool: a',
    );
    expect(note.blocks).toEqual([]);
    expect(note.issues).toEqual([
      { code: 'unknown-fence', message: 'Server not found: elsewhere', line: 2, column: 3, severity: 'warning' },
    ]);
  });

  it.each([
    ['wether', 'error', 'Server not found: wether; did you mean "weather"?'],
    ['Files', 'error', 'Server not found: Files; did you mean "files"?'],
    ['mpc', 'error', 'Server not found: mpc; did you mean "mcp"?'],
    ['yaml', 'warning', 'Server not found: yaml'],
    ['text', 'warning', 'Server not found: text'],
  ])(
    'is not made of a fence in %s, which is a problem where a server nearly has that key',
    (language, severity, message) => {
      const servers = ['weather', 'files', 'test', 'yam'];
      const { blocks, issues } = parseNote(`\`\`\`${language}\ntool: a\n\`\`\``, { servers });
      expect({ blocks, issues }).toMatchObject({ blocks: [], issues: [{ code: 'unknown-fence', severity, message }] });
      expect(parseNote(`\`\`\`${language}\nno tool\n\`\`\``, { servers }).issues).toEqual([]);
    },
  );

  it('is not made of a fence inside a longer one', () => {
    expect(parse('````markdown', ...FORECAST, '````').blocks).toEqual([]);
    expect(parse('~~~', ...FORECAST, '~~~').blocks).toEqual([]);
  });

  it('cannot run where it is not closed', () => {
    const block = only('```weather', 'tool: a', '');
    expect(block.closed).toBe(false);
    expect(block.issues).toMatchObject([{ code: 'unclosed-block', line: 1, column: 1, severity: 'error' }]);
  });

  it('keeps its id for itself', () => {
    const named = (id: string) => ['```files', 'tool: a', `id: ${id}`, 'arguments: {}', '```'];
    const { blocks } = parse(...named('x'), ...named('x'), ...named('x-2'));
    expect(blocks.map(({ id }) => id)).toEqual(['x', 'x-3', 'x-2']);
    expect(blocks.map(({ issues }) => issues.map(({ message }) => message))).toEqual([
      [],
      ['The id "x" is already used by the block on line 1'],
      [],
    ]);
  });
});

describe('a block in lists and quotes', () => {
  it.each([
    ['a quote', ['> ```weather', '> tool: a', '> x: 1', '> ```'], '> '],
    ['a quote without spaces', ['>```weather', '>tool: a', '>x: 1', '>```'], '> '],
    ['a list item', ['- ```weather', '  tool: a', '  x: 1', '  ```'], '  '],
    ['an ordered item', ['10. text', '', '    ~~~weather', '    tool: a', '    x: 1', '    ~~~'], '    '],
    ['a quote in a list', ['- > ```weather', '  > tool: a', '  > x: 1', '  > ```'], '  > '],
    ['a list in a quote', ['> - ```weather', '>   tool: a', '>   x: 1', '>   ```'], '>   '],
    ['a list with tabs', ['-\t```weather', '\ttool: a', '\tx: 1', '\t```'], '    '],
    ['an indented fence', ['   ```weather', '   tool: a', '  x: 1', '   ```'], ''],
    ['a callout', ['> [!note] Title', '> ```weather', '> tool: a', '> x: 1', '> ```', '> more'], '> '],
  ])('is read without what %s puts before it', (_, lines, prefix) => {
    const block = only(...lines);
    expect(block).toMatchObject({ arguments: { x: 1 }, prefix, closed: true, body: 'tool: a\nx: 1\n', issues: [] });
    const text = lines.join('\n');
    expect(text.slice(block.range.start)).toMatch(/^(```|~~~)weather/);
    expect(text.slice(0, block.range.end)).toMatch(/(```|~~~)$/);
  });
});

describe('a result', () => {
  const RESULT = [
    '<!-- toolyard:result id=abc status=success at=2026-11-15T10:00:00Z ms=142 args=0123456789ab out=ba9876543210 -->',
    'sunny',
    '<!-- /toolyard:result -->',
  ];

  it('belongs to the block it follows, whatever its id', () => {
    const block = only(...FORECAST, ...RESULT, 'text');
    expect(block.result).toMatchObject({
      id: 'abc',
      status: 'success',
      at: '2026-11-15T10:00:00Z',
      ms: 142,
      args: '0123456789ab',
      out: 'ba9876543210',
      output: 'sunny',
      closed: true,
      range: { line: 6, endLine: 8 },
      outputRange: { line: 7, endLine: 7 },
    });
    expect(only(...FORECAST, '', '', ...RESULT).result?.id).toBe('abc');
  });

  it('belongs elsewhere to the block whose id it has', () => {
    const mine = ['<!-- toolyard:result id=8c6fb4f3 -->', 'x', '<!-- /toolyard:result -->'];
    expect(only(...FORECAST, '', 'a word between', '', ...mine).result?.output).toBe('x');
    expect(only(...FORECAST, '', 'a word between', '', ...RESULT).result).toBeUndefined();
    expect(only(...mine, '', ...FORECAST, ...RESULT).result?.output).toBe('sunny');
  });

  it('stands in the container of its block', () => {
    const quoted = [...FORECAST, ...RESULT].map((line) => `> ${line}`);
    expect(only(...quoted).result).toMatchObject({ output: 'sunny', prefix: '> ', closed: true });
    const inItem = [...FORECAST, ...RESULT].map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
    expect(only(...inItem).result).toMatchObject({ output: 'sunny', prefix: '  ', closed: true });
    expect(only(...quoted.slice(0, 5), '', ...RESULT).result).toBeUndefined();
  });

  it('holds no block, heading, block id or second result, whatever stands in it', () => {
    const [start = '', , end = ''] = RESULT;
    const note = parse(
      ...FORECAST,
      start,
      '````',
      '# Not a heading',
      ...FORECAST,
      '',
      'text ^id',
      end,
      '# Heading',
      ...FORECAST,
    );
    expect(note.blocks).toHaveLength(2);
    expect(note.headings.map(({ text }) => text)).toEqual(['Heading']);
    expect(note.blockIds).toEqual([]);
    expect(note.results).toHaveLength(1);
  });

  it('is not made of markers inside a fence', () => {
    const note = parse('````markdown', ...FORECAST, ...RESULT, '````', ...FORECAST);
    expect(note.results).toEqual([]);
    expect(note.blocks).toHaveLength(1);
  });

  it('takes in everything after it where its end is missing, and its block cannot run', () => {
    const [start = ''] = RESULT;
    const note = parse(...FORECAST, start, 'sunny', '', ...FORECAST, ...RESULT, '', '# Heading', ...FORECAST);
    expect(note.blocks).toHaveLength(1);
    expect(note.headings).toEqual([]);
    expect(note.blocks[0]).toMatchObject({
      result: { closed: false },
      issues: [{ code: 'unclosed-result', line: 6, severity: 'error' }],
    });
  });

  it('leaves out fields that are wrong', () => {
    const note = parse('<!-- toolyard:result status=great ms=soon id=a id=b -->', '<!-- /toolyard:result -->');
    expect(note.results).toMatchObject([{ id: 'a', output: '' }]);
    expect(Object.keys(note.results[0]!)).not.toContain('status');
  });
});

describe('a note', () => {
  it('has its headings with their sections', () => {
    const note = parse('# A', 'text', '', 'B', '---', '### C ^c', '## D ##', 'E', '===', '> # not', '- # this');
    expect(note.headings).toEqual([
      { level: 1, text: 'A', line: 1, endLine: 7 },
      { level: 2, text: 'B', line: 4, endLine: 6 },
      { level: 3, text: 'C', line: 6, endLine: 6 },
      { level: 2, text: 'D', line: 7, endLine: 7 },
      { level: 1, text: 'E', line: 8, endLine: 11 },
    ]);
  });

  it('has its block ids with what they name', () => {
    const note = parse(
      'a paragraph',
      'of two lines ^one',
      '',
      ...FORECAST,
      '',
      '^two',
      '',
      '- item',
      '- other ^three',
      '  - below',
      '',
      '> quote',
      '',
      '^four',
      '',
      '## Section ^five',
      '',
      'no^id, ^ id, ^no/id',
      '',
      ...FORECAST,
      '<!-- toolyard:result id=a -->',
      '<!-- /toolyard:result -->',
      '',
      '^six',
    );
    expect(note.blockIds.map(({ id, line, endLine }) => [id, line, endLine])).toEqual([
      ['one', 1, 2],
      ['two', 4, 8],
      ['three', 13, 15],
      ['four', 16, 16],
      ['five', 20, 32],
      ['six', 24, 28],
    ]);
  });

  it('has frontmatter, in which nothing is Markdown', () => {
    const note = parse('---', 'a: 1', '# b: 2', '---', '# Heading');
    expect(note.frontmatter).toMatchObject({ text: 'a: 1\n# b: 2', range: { line: 2, endLine: 3, start: 4, end: 15 } });
    expect(note.headings).toMatchObject([{ text: 'Heading', line: 5 }]);
    expect(parse('---', '---', '# A').frontmatter?.text).toBe('');
    expect(parse('---', 'a: 1').frontmatter).toBeUndefined();
    expect(parse('', '---', 'a: 1', '---').frontmatter).toBeUndefined();
  });

  it.each([
    ['CRLF', '\r\n', ''],
    ['CR', '\r', ''],
    ['LF and a byte order mark', '\n', '\uFEFF'],
    ['CRLF and a byte order mark', '\r\n', '\uFEFF'],
  ])('is the same with %s', (_, lineEnd, mark) => {
    const lines = [
      '---',
      'x: 1',
      '---',
      '# 𝒜 ^id',
      '',
      ...FORECAST,
      '<!-- toolyard:result id=a -->',
      'a',
      '',
      'b',
      '<!-- /toolyard:result -->',
    ];
    const text = mark + lines.join(lineEnd) + lineEnd;
    const { blocks, headings, frontmatter, lineStarts } = parseNote(text, { servers });
    const [block] = blocks;
    expect(block).toMatchObject({ id: '8c6fb4f3', range: { line: 6, endLine: 10 }, result: { output: 'a\n\nb' } });
    expect(text.slice(block?.range.start, block?.range.end)).toBe(FORECAST.join(lineEnd));
    expect(text.slice(block?.bodyRange.start, block?.bodyRange.end)).toBe(FORECAST.slice(1, 4).join(lineEnd) + lineEnd);
    expect(headings).toMatchObject([{ text: '𝒜', line: 4 }]);
    expect(frontmatter?.text).toBe('x: 1');
    expect(lineStarts).toHaveLength(lines.length + 1);
  });

  it('keeps the offsets of a text with NUL', () => {
    const block = only('a\0b', '', '```weather', 'tool: "a\0"', '```');
    expect(block.range).toMatchObject({ start: 5, line: 3 });
  });
});

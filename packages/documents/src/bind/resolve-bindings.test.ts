import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import type { BoundNote, BindableServer } from './binding.ts';
import { resolveBindings } from './resolve-bindings.ts';

const SERVERS: readonly BindableServer[] = [
  { key: 'off', enabled: false },
  { key: 'first', enabled: true },
  { key: 'weather', enabled: true },
  { key: 'files', enabled: true },
];

/** A line `@` is a block without a server, `@key` one in that language, `@@key` an mcp block that names the key. */
function expand(line: string): string {
  const [, isGeneral, key = ''] = /^@(@?)(\w*)$/.exec(line) ?? [];
  if (isGeneral === undefined) return line;
  if (key === '') return '```mcp\ntool: a\n```';
  return isGeneral === '' ? `\`\`\`${key}\ntool: a\n\`\`\`` : `\`\`\`mcp\nserver: ${key}\ntool: a\n\`\`\``;
}

interface Case {
  readonly bindings?: readonly string[];
  readonly configured?: readonly unknown[];
  readonly path?: string;
  readonly servers?: readonly BindableServer[];
}

function bind(
  lines: readonly string[],
  { bindings, configured = [], path = 'notes/a.md', servers = SERVERS }: Case,
): BoundNote {
  const front = bindings && [
    '---',
    'toolyard:',
    '  bindings:',
    ...bindings.map((binding) => `    - ${binding}`),
    '---',
  ];
  const text = [...(front ?? []), ...lines.map(expand)].join('\n');
  const note = parseNote(text, { servers: servers.map(({ key }) => key) });
  return resolveBindings(note, { bindings: configured, path, servers });
}

/** The outcome of each block: its server, or why it has none. */
function outcomes(bound: BoundNote): string[] {
  return bound.blocks.map(({ server, issues }) => server ?? issues.map(({ message }) => message).join('; '));
}

const A = '{ heading: "# A", server: weather }';
const B = '{ heading: "## B", server: files }';
const NESTED = ['@', '# A', '@', '## B', '@', '### C', '@', '## D', '@', '# E', '@'];
const refused = (section: string, server: string, named: string): string =>
  `Section "${section}" is bound to server ${server}; ${named} is not available here`;

const cases: readonly [string, readonly string[], Case, readonly string[]][] = [
  ['no binding: the first enabled server', ['@'], {}, ['first']],
  ['no binding: the named server', ['@files', '@@weather'], {}, ['files', 'weather']],
  ['no binding: a disabled server', ['@off'], {}, ['Server off is disabled']],
  ['no binding: an unknown server', ['@@nope'], {}, ['Server not found: nope']],
  [
    'no binding: one that was given up is left to those who name it',
    ['@', '@lost'],
    { servers: [{ key: 'lost', enabled: true, isGivenUp: true }, ...SERVERS] },
    ['first', 'lost'],
  ],
  [
    'only servers that were given up: the first, which says why',
    ['@'],
    { servers: ['lost', 'gone'].map((key) => ({ key, enabled: true, isGivenUp: true })) },
    ['lost'],
  ],
  ['no server at all', ['@'], { servers: [] }, ['No server is enabled; enable one, or name one with "server"']],
  [
    'only a disabled server',
    ['@'],
    { servers: [{ key: 'off', enabled: false }] },
    ['No server is enabled; enable one, or name one with "server"'],
  ],
  ['a heading binds its section', ['@', '# A', '@', '# B', '@'], { bindings: [A] }, ['first', 'weather', 'first']],
  ['the bound server may be named', ['# A', '@weather', '@@weather'], { bindings: [A] }, ['weather', 'weather']],
  ['another server is refused', ['# A', '@files'], { bindings: [A] }, [refused('# A', 'weather', 'files')]],
  [
    'another server is refused in an mcp block',
    ['# A', '@@files'],
    { bindings: [A] },
    [refused('# A', 'weather', 'files')],
  ],
  [
    'an unknown server is refused by the section',
    ['# A', '@@nope'],
    { bindings: [A] },
    [refused('# A', 'weather', 'nope')],
  ],
  ['sections below inherit', NESTED, { bindings: [A] }, ['first', 'weather', 'weather', 'weather', 'weather', 'first']],
  [
    'inherit: false leaves sections below alone',
    NESTED,
    { bindings: ['{ heading: "# A", server: weather, inherit: false }'] },
    ['first', 'weather', 'first', 'first', 'first', 'first'],
  ],
  [
    'inherit: true is the default',
    NESTED,
    { bindings: ['{ heading: "# A", server: weather, inherit: true }'] },
    ['first', 'weather', 'weather', 'weather', 'weather', 'first'],
  ],
  [
    'a section of its own overrides',
    NESTED,
    { bindings: [A, B] },
    ['first', 'weather', 'files', 'files', 'weather', 'first'],
  ],
  [
    'the order of bindings does not matter',
    NESTED,
    { bindings: [B, A] },
    ['first', 'weather', 'files', 'files', 'weather', 'first'],
  ],
  [
    'an override that is not inherited',
    NESTED,
    { bindings: [A, '{ heading: "## B", server: files, inherit: false }'] },
    ['first', 'weather', 'files', 'weather', 'weather', 'first'],
  ],
  [
    'three levels',
    NESTED,
    { bindings: [A, B, '{ heading: "### C", server: first }'] },
    ['first', 'weather', 'files', 'first', 'weather', 'first'],
  ],
  [
    'a bound section refuses what its parent has',
    NESTED.with(4, '@weather'),
    { bindings: [A, B] },
    ['first', 'weather', refused('## B', 'files', 'weather'), 'files', 'weather', 'first'],
  ],
  ['a heading is told by its level', ['# B', '@', '## B', '@'], { bindings: [B] }, ['first', 'files']],
  [
    'a heading without marks is any level',
    ['# B', '@', '### B', '@'],
    { bindings: ['{ heading: B, server: files }'] },
    ['files', 'files'],
  ],
  [
    'spaces in a heading do not matter',
    ['#   A   b  #', '@'],
    { bindings: ['{ heading: "#  A b", server: files }'] },
    ['files'],
  ],
  ['case in a heading matters', ['# a', '@'], { bindings: [A] }, ['first']],
  ['a setext heading', ['A', '===', '@', 'B', '---', '@'], { bindings: [A, B] }, ['weather', 'files']],
  [
    'a heading with marks of emphasis',
    ['# *A*', '@'],
    { bindings: ['{ heading: "# *A*", server: files }'] },
    ['files'],
  ],
  [
    'a heading that stands twice binds both',
    ['# A', '@', '# X', '@', '# A', '@'],
    { bindings: [A] },
    ['weather', 'first', 'weather'],
  ],
  ['a heading in a quote is none', ['> # A', '', '@'], { bindings: [A] }, ['first']],
  ['a heading in a fence is none', ['~~~', '# A', '~~~', '@'], { bindings: [A] }, ['first']],
  [
    'a heading in a result is none',
    ['<!-- toolyard:result id=x -->', '# A', '<!-- /toolyard:result -->', '@'],
    { bindings: [A] },
    ['first'],
  ],
  [
    'a block id after a block',
    ['@', '', '^x', '', '@'],
    { bindings: ['{ block: x, server: files }'] },
    ['files', 'first'],
  ],
  [
    'a block id with its mark',
    ['@', '', '^x', '', '@'],
    { bindings: ['{ block: "^x", server: files }'] },
    ['files', 'first'],
  ],
  [
    'the id of a tool block',
    ['```mcp', 'tool: a', 'id: x', 'arguments: {}', '```', '@'],
    { bindings: ['{ block: x, server: files }'] },
    ['files', 'first'],
  ],
  [
    'the block id of a list item',
    ['- item ^x', '', '  ```mcp', '  tool: a', '  ```', '- ```mcp', '  tool: a', '  ```'],
    { bindings: ['{ block: x, server: files }'] },
    ['files', 'first'],
  ],
  [
    'the block id of a quote',
    ['> ```mcp', '> tool: a', '> ```', '', '^x', '', '@'],
    { bindings: ['{ block: x, server: files }'] },
    ['files', 'first'],
  ],
  [
    'the block id of a heading is its section',
    ['# A ^x', '@', '## B', '@', '# C', '@'],
    { bindings: ['{ block: x, server: files }'] },
    ['files', 'files', 'first'],
  ],
  [
    'a block beats its section',
    ['# A', '@', '', '^x', '', '@'],
    { bindings: ['{ block: x, server: files }', A] },
    ['files', 'weather'],
  ],
  ['lines', ['@', '@', '@'], { bindings: ['{ lines: "9-11", server: files }'] }, ['first', 'files', 'first']],
  [
    'lines with spaces',
    ['@', '@', '@'],
    { bindings: ['{ lines: " 9 - 11 ", server: files }'] },
    ['first', 'files', 'first'],
  ],
  [
    'lines that end after the note',
    ['@', '@', '@'],
    { bindings: ['{ lines: "9-999", server: files }'] },
    ['first', 'files', 'files'],
  ],
  [
    'a block belongs to the line it starts on',
    ['@', '@'],
    { bindings: ['{ lines: "8-9", server: files }'] },
    ['first', 'files'],
  ],
  [
    'lines beat a larger section',
    ['# A', '@', '@'],
    { bindings: ['{ lines: "8-10", server: files }', A] },
    ['files', 'weather'],
  ],
  [
    'a section beats more lines',
    ['@', '# A', '@', '# B', '@'],
    { bindings: [A, '{ lines: "1-99", server: files }'] },
    ['files', 'weather', 'files'],
  ],
  [
    'lines that are not inherited end at a heading',
    ['@', '# A', '@'],
    { bindings: ['{ lines: "1-99", server: files, inherit: false }'] },
    ['files', 'first'],
  ],
  [
    'a section of a disabled server',
    ['# A', '@', '@off', '@files'],
    { bindings: ['{ heading: "# A", server: off }'] },
    ['Server off is disabled', 'Server off is disabled', refused('# A', 'off', 'files')],
  ],
  [
    'a section of an unknown server has none',
    ['# A', '@', '@files'],
    { bindings: ['{ heading: "# A", server: nope }'] },
    ['Server not found: nope', refused('# A', 'nope', 'files')],
  ],
  [
    'a wrong binding does not bind',
    ['# A', '@'],
    { bindings: ['{ heading: "# A", block: x, server: files }'] },
    ['first'],
  ],
  ['the configuration binds', ['# A', '@'], { configured: [{ heading: '# A', server: 'files' }] }, ['files']],
  [
    'a glob that matches',
    ['# A', '@'],
    { configured: [{ document: 'notes/*.md', heading: '# A', server: 'files' }] },
    ['files'],
  ],
  [
    'a glob over folders',
    ['# A', '@'],
    { configured: [{ document: '**/*.md', heading: '# A', server: 'files' }], path: 'x/y/a.md' },
    ['files'],
  ],
  [
    'a glob that does not match',
    ['# A', '@'],
    { configured: [{ document: 'other/*.md', heading: '# A', server: 'files' }] },
    ['first'],
  ],
  [
    'a glob of a name alone',
    ['# A', '@'],
    { configured: [{ document: 'a.md', heading: '# A', server: 'files' }], path: 'x/y/a.md' },
    ['files'],
  ],
  [
    'the frontmatter beats the configuration',
    ['# A', '@'],
    { bindings: [A], configured: [{ heading: '# A', server: 'files' }] },
    ['weather'],
  ],
  [
    'the frontmatter beats a smaller section of the configuration',
    ['# A', '## B', '@'],
    { bindings: [A], configured: [{ heading: '## B', server: 'files' }] },
    ['weather'],
  ],
  [
    'the configuration counts where the frontmatter does not',
    ['# A', '@', '# B', '@'],
    { bindings: [A], configured: [{ heading: '# B', server: 'files' }] },
    ['weather', 'files'],
  ],
  [
    'the later of two equal ones counts',
    ['# A', '@'],
    { bindings: [A, '{ heading: "# A", server: files }'] },
    ['files'],
  ],
];

describe('resolveBindings', () => {
  it.each(cases)('%s', (_, lines, settings, expected) => {
    expect(outcomes(bind(lines, settings))).toEqual(expected);
  });

  it('knows the server of each line, for the assistant', () => {
    const bound = bind(NESTED, { bindings: [A, B] });
    const line = (text: string): number => bound.note.text.split('\n').indexOf(text) + 1;
    expect(bound.serverAt(line('# A') - 1)).toBeUndefined();
    expect(bound.serverAt(line('# A'))).toBe('weather');
    expect(bound.serverAt(line('## B') - 1)).toBe('weather');
    expect(bound.serverAt(line('### C'))).toBe('files');
    expect(bound.serverAt(line('## D'))).toBe('weather');
    expect(bound.serverAt(line('# E'))).toBeUndefined();
  });
});

describe('a problem of a binding', () => {
  it.each([
    ['{ server: files }', 'A binding needs one of heading, block and lines', 7],
    [
      '{ heading: "# A", lines: "1-2", server: files }',
      'A binding has only one of heading, block and lines, not heading and lines',
      25,
    ],
    ['{ heading: "# A" }', 'A binding needs "server", the key of a server', 7],
    ['{ heading: "# A", server: 5 }', 'A binding needs "server", the key of a server', 25],
    ['{ lines: "9-3", server: files }', '"lines" must start before they end, not 9-3', 9],
    ['{ lines: "3-3", server: files }', '"lines" must start before they end, not 3-3', 9],
    ['{ lines: "0-3", server: files }', '"lines" must start before they end, not 0-3', 9],
    ['{ lines: 5, server: files }', '"lines" must be two numbers such as "40-60"', 9],
    ['{ heading: "# A", server: files, inherit: maybe }', '"inherit" must be true or false', 40],
    ['{ headin: "# A", lines: "1-2", server: files }', 'Unknown key "headin" in a binding; did you mean "heading"?', 9],
    ['text', 'A binding must have a section and a server', 7],
  ])('has its place: %s', (binding, message, column) => {
    expect(bind(['# A'], { bindings: [binding] }).issues).toEqual([
      { code: 'invalid-binding', message, line: 4, column, severity: 'error' },
    ]);
  });

  it('is an unknown server, section or line, or a heading that stands twice', () => {
    const bindings = [
      '{ heading: "# A", server: nope }',
      '{ heading: "# X", server: files }',
      '{ block: x, server: files }',
      '{ lines: "90-99", server: files }',
      '{ heading: "# D", server: files }',
    ];
    const { issues } = bind(['# A', '# D', '# D'], { bindings });
    expect(issues.map(({ message, line, severity }) => [line, severity, message])).toEqual([
      [4, 'error', 'Server not found: nope'],
      [5, 'warning', 'The binding of "# X" has no effect: the note has no section "# X"'],
      [6, 'warning', 'The binding of "^x" has no effect: the note has no section "^x"'],
      [7, 'warning', 'The binding of "lines 90-99" has no effect: the note has 12 lines'],
      [
        8,
        'warning',
        '"# D" occurs more than once (lines 11, 12), and the binding applies to each; to bind only one, give it a block id',
      ],
    ]);
  });

  it('is frontmatter that is no YAML, where it speaks of Toolyard', () => {
    const issuesOf = (text: string) =>
      resolveBindings(parseNote(text, { servers: [] }), { bindings: [], path: '', servers: [] }).issues;
    expect(issuesOf('---\ntitle: [\n---\n')).toEqual([]);
    expect(issuesOf('---\ntoolyard:\n  bindings: [\n---\n')).toMatchObject([
      { code: 'invalid-yaml', line: expect.any(Number) },
    ]);
    expect(issuesOf('---\ntoolyard:\n  bindings: 5\n---\n')).toEqual([
      { code: 'invalid-binding', message: '"toolyard.bindings" must be a list', line: 3, column: 3, severity: 'error' },
    ]);
  });
});

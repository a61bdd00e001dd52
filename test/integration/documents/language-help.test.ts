import type { CatalogueEntry } from '@toolyard/core';
import {
  type BoundNote,
  completeAt,
  diagnoseNote,
  type HelpContext,
  hoverAt,
  moveBindings,
  parseNote,
  resolveBindings,
  toLineEdit,
  updateNote,
} from '@toolyard/documents';
import { validateArguments } from '@toolyard/runtime';
import { describe, expect, it } from 'vitest';

const FORECAST = {
  name: 'forecast',
  description: 'The weather of the next days.',
  inputSchema: {
    type: 'object',
    properties: {
      days: { type: 'integer', description: 'How many days' },
      city: { type: 'string', description: 'Where' },
      unit: { enum: ['metric', 'imperial', 'true'] },
      now: { type: 'boolean' },
    },
    required: ['city'],
    additionalProperties: false,
  },
};
const TOOLS: readonly CatalogueEntry[] = [
  toEntry('weather', FORECAST),
  toEntry('weather', { name: 'alerts:all', inputSchema: {} }),
  toEntry('files', { name: 'read', inputSchema: {} }),
];

const context: HelpContext = {
  servers: [
    { key: 'off', enabled: false },
    { key: 'files', enabled: true },
    { key: 'weather', enabled: true },
    { key: 'quiet', enabled: true },
  ],
  catalogue: {
    listOf: (_kind, server) => TOOLS.filter((entry) => entry.server === server),
    find: (_kind, id) => TOOLS.find((entry) => entry.id === id),
  },
};

function toEntry(server: string, definition: Readonly<Record<string, unknown>> & { name: string }): CatalogueEntry {
  const { name } = definition;
  return { kind: 'tools', server, name, id: `${server}:${name}`, json: JSON.stringify(definition), definition };
}

function bind(text: string): BoundNote {
  const { servers } = context;
  const note = parseNote(text, { servers: servers.map(({ key }) => key) });
  return resolveBindings(note, { bindings: [], path: 'a.md', servers });
}

/** The labels that are offered where the text has its `|`. */
function labelsAt(...lines: string[]): string[] {
  const text = lines.join('\n');
  return completeAt(bind(text.replace('|', '')), text.indexOf('|'), context).map(({ label }) => label);
}

/** The text after the first offer was taken. */
function complete(...lines: string[]): string {
  const written = lines.join('\n');
  const text = written.replace('|', '');
  const [first] = completeAt(bind(text), written.indexOf('|'), context);
  return first === undefined ? text : text.slice(0, first.start) + first.insert + text.slice(first.end);
}

const BOUND = ['---', 'toolyard: { bindings: [{ heading: "# A", server: weather }] }', '---', '# A'];

describe('completion', () => {
  it('offers enabled servers as the language of a fence', () => {
    expect(labelsAt('text', '```|')).toEqual(['files', 'weather', 'quiet', 'mcp']);
    expect(labelsAt('```we|', '```')).toEqual(['weather']);
    expect(labelsAt('> ~~~ w|ea', '> ~~~')).toEqual(['weather']);
    expect(labelsAt(...BOUND, '```|', '```')).toEqual(['weather', 'mcp']);
  });

  it('offers the tools of the server of the block', () => {
    expect(labelsAt('```weather', 'tool: |', '```')).toEqual(['forecast', 'alerts:all']);
    expect(labelsAt('```mcp', 'server: weather', 'tool: f|')).toEqual(['forecast']);
    expect(labelsAt(...BOUND, '- ```mcp', '  tool: |', '  ```')).toEqual(['forecast', 'alerts:all']);
    expect(labelsAt('```mcp', 'tool: |', '```')).toEqual(['read']);
    expect(labelsAt('```python', 'tool: |', '```')).toEqual([]);
  });

  it('offers tools that have the word in their names, after those that begin with it', () => {
    expect(labelsAt('```weather', 'tool: cast|', '```')).toEqual(['forecast']);
    expect(labelsAt('```weather', 'tool: a|', '```')).toEqual(['alerts:all', 'forecast']);
  });

  it('offers servers in an mcp block', () => {
    expect(labelsAt('```mcp', 'server: |', 'tool: a', '```')).toEqual(['files', 'weather', 'quiet']);
  });

  it('offers the parameters that are not given yet, required ones first', () => {
    expect(labelsAt('```weather', 'tool: forecast', '|', '```')).toEqual(['city', 'days', 'unit', 'now']);
    expect(labelsAt('```weather', 'tool: forecast', 'city: Rome', 'n|', '```')).toEqual(['now']);
    expect(labelsAt('> ```weather', '> tool: forecast', '> d|', '> ```')).toEqual(['days']);
    expect(labelsAt('```mcp', '|', '```')).toEqual(['tool', 'server']);
  });

  it('marks the parameters that are required', () => {
    const text = '```weather\ntool: forecast\n\n```';
    const offers = completeAt(bind(text), text.indexOf('\n\n') + 1, context);
    expect(offers.map(({ label, isRequired }) => [label, isRequired]).slice(0, 2)).toEqual([
      ['city', true],
      ['days', undefined],
    ]);
  });

  it('helps below a fence that has no end yet', () => {
    expect(labelsAt('# A', '```weather', '|')).toEqual(['tool']);
    expect(labelsAt('```weather', 'tool: forecast', '', '|')).toEqual(['city', 'days', 'unit', 'now']);
    expect(labelsAt('> ```weather', '> tool: forecast', '|')).toEqual([]);
  });

  it('offers options beside arguments, and parameters inside', () => {
    const block = ['```weather', 'tool: forecast', 'arguments:'];
    expect(labelsAt(...block, '  city: Rome', '|', '```')).toEqual(['timeout', 'display', 'id']);
    expect(labelsAt(...block, '  |', '```')).toEqual(['city', 'days', 'unit', 'now']);
    expect(labelsAt('```weather', 'tool: forecast', 'display: |', 'arguments:', '```')).toEqual([
      'inline',
      'block',
      'collapsed',
      'table',
    ]);
  });

  it('offers the values of an enum and of a switch', () => {
    expect(labelsAt('```weather', 'tool: forecast', 'unit: |', '```')).toEqual(['metric', 'imperial', 'true']);
    expect(labelsAt('```weather', 'tool: forecast', 'now: |', '```')).toEqual(['true', 'false']);
    expect(labelsAt('```weather', 'tool: forecast', 'city: |', '```')).toEqual([]);
  });

  it('offers nothing outside of blocks', () => {
    expect(labelsAt('text |')).toEqual([]);
    expect(labelsAt('```weather', 'tool: forecast', '```|')).toEqual([]);
    expect(labelsAt('<!-- toolyard:result id=a -->', '```|', '<!-- /toolyard:result -->')).toEqual([]);
  });

  it('replaces the word it stands in, with what YAML reads back', () => {
    expect(complete('> ```weather', '> tool: fo|re', '> ```')).toBe('> ```weather\n> tool: forecast\n> ```');
    expect(complete('```weather', 'tool: alerts|', '```')).toContain('tool: "alerts:all"');
    expect(complete('```weather', 'tool: forecast', 'unit: t|', '```')).toContain('unit: "true"');
    expect(complete('```weather', 'tool: forecast', 'c|', '```')).toContain('city: \n');
    expect(complete('```weather', 'tool:|', '```')).toContain('tool: forecast\n');
  });

  it('takes any position in any note', () => {
    const text = ['# A', '```weather', 'tool: forecast', ': :', '', '  x', '```', '- ```mcp', '> a', '```'].join('\n');
    for (let offset = 0; offset <= text.length; offset++) {
      for (const { start, end } of completeAt(bind(text), offset, context)) expect(start).toBeLessThanOrEqual(end);
    }
  });
});

describe('hover', () => {
  it('shows the tool of a block and its parameters', () => {
    const bound = bind('```weather\ntool: forecast\ncity: Rome\n```');
    const tool = hoverAt(bound, 20, context);
    expect(tool?.text).toBe(
      [
        '**weather:forecast**',
        'The weather of the next days.',
        [
          '- `city` (string, required): Where',
          '- `days` (integer): How many days',
          '- `unit`: One of "metric", "imperial", "true"',
          '- `now` (boolean): One of true, false',
        ].join('\n'),
      ].join('\n\n'),
    );
    expect(bound.note.text.slice(tool?.start, tool?.end)).toBe('forecast');
    expect(tool?.tool).toBe(TOOLS[0]);
    expect(hoverAt(bound, 27, context)?.parameter).toMatchObject({ name: 'city', required: true });
    expect(hoverAt(bound, 5, context)?.text).toBe(tool?.text);
    expect(hoverAt(bound, 27, context)?.text).toBe('`city` (string, required): Where');
    expect(hoverAt(bound, bound.note.text.length, context)).toBeUndefined();
  });

  it('takes no line of a text for a parameter or the tool', () => {
    const bound = bind('```weather\nnote: |\n  city: Rome\n  tool: other\ntool: forecast\n```');
    expect(hoverAt(bound, bound.note.text.indexOf('city'), context)).toBeUndefined();
    expect(hoverAt(bound, 0, context)).toBeUndefined();
    expect(hoverAt(bound, 5, context)?.tool).toBe(TOOLS[0]);
  });
});

describe('diagnostics', () => {
  async function diagnose(text: string, given: Pick<HelpContext, 'catalogue'> = context): Promise<string[]> {
    const found = await diagnoseNote(bind(text), { ...given, validate: validateArguments });
    return (found ?? []).map(({ start, end, message, severity }) => {
      const { line } = placeOf(text, start);
      return `${line} <${text.slice(start, end)}> ${severity === 'error' ? '' : `${severity}: `}${message}`;
    });
  }
  const placeOf = (text: string, offset: number): { line: number } => ({
    line: text.slice(0, offset).split('\n').length,
  });
  const messages = (...lines: string[]): Promise<string[]> => diagnose(lines.join('\n'));

  it('say what is wrong, at its place, in the order of the text', async () => {
    expect(
      await messages(
        '```weather',
        'tool: forcast',
        '```',
        '- ~~~ wether',
        '  tool: a',
        '  ~~~',
        '```off',
        'tool: a',
        '```',
        '> ```mcp',
        '> server: wether',
        '> tool: a',
        '> ```',
        '```weather',
        'tool: [',
        '```',
        '```weather',
        'tool: forecast',
      ),
    ).toEqual([
      '2 <forcast> Tool not found: forcast; did you mean "forecast"?',
      '4 <wether> Server not found: wether; did you mean "weather"?',
      '7 <off> Server off is disabled',
      '11 <wether> Server not found: wether; did you mean "weather"?',
      expect.stringMatching(/^15 <tool: \[> YAML parsing failed: .* \(line 16\)$/),
      '17 <weather> The block is not closed; put the closing fence after its last line',
    ]);
  });

  it('name every parameter that cannot be right, at that parameter', async () => {
    const refused = 'Invalid parameters for weather:forecast:';
    expect(await messages('', '```weather', 'tool: forecast', 'citty: Rome', 'unit: kelvin', '```')).toEqual([
      `3 <forecast> ${refused} city: is required`,
      `4 <citty> ${refused} unknown argument "citty"; did you mean "city"?`,
      `5 <kelvin> ${refused} unit: must be one of "metric", "imperial", "true"`,
    ]);
    expect(await messages('```weather', 'tool: forecast', '```')).toEqual([
      expect.stringMatching(/^2 <forecast> Invalid parameters for weather:forecast: city: /),
    ]);
    expect(
      await messages('> ```weather', '> tool: forecast', '> arguments:', '>   city: Rome', '>   days: two', '> ```'),
    ).toEqual([expect.stringMatching(/^5 <two> Invalid parameters for weather:forecast: days: /)]);
    expect(await messages('```weather', 'tool: forecast', 'arguments: {city: 1}', '```')).toEqual([
      expect.stringMatching(/^3 <\{city: 1\}> Invalid parameters for weather:forecast: city: /),
    ]);
    expect(await messages('```weather', 'tool: forecast', 'city: Rome', 'now: true', '```')).toEqual([]);
  });

  it('mark bindings in the frontmatter, and sections that another server has', async () => {
    const text =
      '---\ntoolyard:\n  bindings:\n    - { heading: A, server: wether }\n---\n\n# A\n\n```files\ntool: read\n```\n';
    expect(await diagnose(text)).toEqual([
      expect.stringMatching(/^4 <.*wether.*> Server not found: wether; did you mean "weather"\?$/),
      '9 <files> Section "A" is bound to server wether; files is not available here',
    ]);
  });

  it('say of an option beside plain arguments what makes it one, unless it is a parameter', async () => {
    const loose = { inputSchema: { properties: { city: {}, id: {} } } };
    const strict = { inputSchema: { ...loose.inputSchema, additionalProperties: false } };
    const messagesOf = (definition: object): Promise<string[]> => {
      const entry = toEntry('weather', { name: 'forecast', ...definition });
      const text = '```weather\ntool: forecast\ncity: Rome\nid: 5\ndisplay: inline\n```';
      return diagnose(text, { catalogue: { find: () => entry, listOf: () => [entry] } });
    };
    expect(await messagesOf(loose)).toEqual([
      `5 <display> warning: "display" is not a parameter of weather:forecast, and is an option only if the tool's arguments are under "arguments:"`,
    ]);
    expect(await messagesOf(strict)).toEqual([expect.stringMatching(/^5 .*"display" is an option only if/)]);
    expect(await messagesOf({ inputSchema: {} })).toEqual([]);
  });

  it('say nothing of the tools of a server that never ran', async () => {
    expect(await messages('```quiet', 'tool: anything', '```')).toEqual([]);
  });

  it('end early where nobody waits for them', async () => {
    const text = Array.from({ length: 60 }, (_, index) => `\`\`\`weather\ntool: x${index}\n\`\`\`\n`).join('');
    let pauses = 0;
    const pause = async (): Promise<boolean> => ++pauses < 2;
    expect(await diagnoseNote(bind(text), { ...context, validate: validateArguments, pause })).toBeUndefined();
    expect(pauses).toBe(2);
  });
});

describe('an editor', () => {
  it('keeps note and line ranges up to date while a person writes', () => {
    let note = parseNote('# A\n\nlast\nlines\n', { servers: ['weather'] });
    let [range] = [{ start: 3, end: 4 }];
    for (const letter of '```weather\ntool: forecast\n```\n') {
      const at = note.text.indexOf('last');
      const edit = { start: at, end: at, text: letter };
      [range = { start: 0, end: 0 }] = moveBindings([range], toLineEdit(note, edit)).filter(
        (moved) => moved !== undefined,
      );
      note = updateNote(note, edit);
    }
    expect(note.blocks).toMatchObject([{ tool: 'forecast', range: { line: 3, endLine: 5 } }]);
    expect(note).toEqual(parseNote(note.text, { servers: ['weather'] }));
    expect(range.end).toBe(7);
  });
});

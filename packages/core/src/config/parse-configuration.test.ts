import { BAD_CONFIGURATIONS, GOOD_CONFIGURATIONS } from '@toolyard/testing';
import * as fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { formatProblem } from './config-problem.ts';
import { DEFAULT_SETTINGS } from './configuration.ts';
import { stopsStart } from './missing-variables.ts';
import { parseConfiguration, type ParseContext, type ParsedConfiguration } from './parse-configuration.ts';
import { toInputVariable } from './to-input-variable.ts';

type Env = Readonly<Record<string, string>>;

function createContext(env: Env = {}, keepsInputs = false): ParseContext {
  return {
    folder: '/home/someone/project',
    resolvePath: (folder, path) => (path.startsWith('/') ? path : `${folder} > ${path}`),
    variables: {
      env: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
      input: (id) => env[toInputVariable(id)],
      keepsInputs,
      workspaceFolder: '/home/someone/project',
      userHome: '/home/someone',
      pathSeparator: '/',
    },
  };
}

function parseText(text: string, env?: Env): ParsedConfiguration {
  return parseConfiguration(text, createContext(env));
}

function parseServers(servers: object, env?: Env): ParsedConfiguration {
  return parseText(JSON.stringify({ mcpServers: servers }), env);
}

describe('parseConfiguration', () => {
  const texts = BAD_CONFIGURATIONS.filter(({ text }) => text !== undefined);
  it.each(texts)('refuses $name', ({ text = '', env, codes, messages }) => {
    const { configuration, problems } = parseText(text, env);
    // Where variables are all that is missing, it is up to the reader whether others can start.
    const isUsable = codes.every((code) => code === 'missing_env_var');
    expect(configuration && stopsStart(configuration, {})).toBe(isUsable ? true : undefined);
    expect(problems.map((problem) => formatProblem('FILE', problem))).toEqual(messages);
    expect([...new Set(problems.map(({ code }) => code))]).toEqual(codes);
  });

  it.each(GOOD_CONFIGURATIONS)('accepts $name', ({ text, env, servers, warnings = [] }) => {
    const parsed = parseText(text, env);
    expect(parsed.problems).toEqual([]);
    expect(parsed.configuration?.servers).toMatchObject(servers);
    expect(parsed.configuration?.servers).toHaveLength(servers.length);
    expect(parsed.warnings.map((warning) => formatProblem('FILE', warning))).toEqual(warnings);
  });

  it('lets a missing variable concern its own server, and names all that this server misses', () => {
    const { configuration, problems } = parseServers(
      {
        a: { command: '$HERE', args: ['${ONE}/x', '$TWO', '${ONE}', '${input:key}'] },
        b: { command: 'b', args: ['$HERE'] },
        c: { command: '$THREE', enabled: false },
      },
      { HERE: 'here' },
    );
    expect(configuration?.servers).toMatchObject([
      {
        key: 'a',
        command: 'here',
        args: ['${ONE}/x', '$TWO', '${ONE}', '${input:key}'],
        missing: ['ONE', 'TWO', 'TOOLYARD_INPUT_KEY'],
      },
      { key: 'b', args: ['here'] },
      { key: 'c', command: '$THREE' },
    ]);
    expect(configuration?.servers.map((server) => 'missing' in server)).toEqual([true, false, false]);
    expect(problems.map(({ server, path, code }) => [server, path, code])).toEqual(
      [0, 1, 2, 3].map((index) => ['a', `$.mcpServers.a.args[${index}]`, 'missing_env_var']),
    );
  });

  it('asks for no input of a server that misses more than that', () => {
    const servers = { a: { command: '$NO', args: ['${input:one}'] }, b: { command: 'x', args: ['${input:two}'] } };
    expect(parseServers(servers).inputsNeeded).toMatchObject([{ id: 'two' }]);
  });

  it('puts variables into a server that is used although the file switches it off', () => {
    const text = JSON.stringify({
      mcpServers: { a: { command: '$A', enabled: false }, b: { command: '$A', disabled: true } },
    });
    const { configuration } = parseConfiguration(text, { ...createContext({ A: 'x' }), isUsed: (key) => key === 'a' });
    expect(configuration?.servers).toMatchObject([
      { key: 'a', command: 'x', enabled: false },
      { key: 'b', command: '$A', enabled: false },
    ]);
  });

  it('fills in every default', () => {
    expect(parseServers({ a: { command: 'x' } }).configuration).toEqual({
      servers: [
        {
          key: 'a',
          kind: 'command',
          command: 'x',
          args: [],
          env: {},
          cwd: '/home/someone/project',
          enabled: true,
          tools: { exclude: [], rename: {} },
          trust: false,
          start: 'eager',
          sharing: 'shared',
          era: 'auto',
        },
      ],
      settings: DEFAULT_SETTINGS,
    });
  });

  it('takes settings over the defaults, -1 for unlimited', () => {
    const toolyard = { concurrentLimit: -1, naming: 'dot', retryDelaysMs: [0] };
    const { configuration } = parseText(JSON.stringify({ mcpServers: {}, toolyard }));
    expect(configuration?.settings).toEqual({ ...DEFAULT_SETTINGS, ...toolyard });
  });

  it('tells line and column of every problem', () => {
    const { problems } = parseText('{\r\n  "mcpServers": {\r\n    "a": { "command": 1 }\r\n  }\r\n}');
    expect(problems).toMatchObject([{ path: '$.mcpServers.a.command', line: 3, column: 23 }]);
  });

  it('resolves relative paths from the folder of the file, and leaves names alone', () => {
    const { configuration } = parseServers({
      a: { command: './bin/a', cwd: 'sub' },
      b: { command: '../b', cwd: '/abs' },
      c: { command: 'npx' },
      d: { command: 'bin/d', cwd: 'sub' },
      e: { command: '${userHome}/bin/e' },
      f: { command: 'npx -y @scope/f' },
      g: { docker: { image: 'x', mounts: ['./data:/data:ro', 'volume:/v', '/abs:/abs'] } },
    });
    expect(configuration?.servers).toMatchObject([
      { command: '/home/someone/project > ./bin/a', cwd: '/home/someone/project > sub' },
      { command: '/home/someone/project > ../b', cwd: '/abs' },
      { command: 'npx' },
      { command: '/home/someone/project > bin/d' },
      { command: '/home/someone/bin/e' },
      { command: 'npx -y @scope/f' },
      { docker: { mounts: ['/home/someone/project > ./data:/data:ro', 'volume:/v', '/abs:/abs'] } },
    ]);
  });

  it('tells which inputs are needed, with what the file says about them', () => {
    const inputs = [
      { id: 'key', type: 'promptString', description: 'The key', password: true },
      { id: 'size', type: 'pickString', options: ['S', { label: 'Large', value: 'L' }], default: 'S' },
      { id: 'unused', type: 'promptString' },
    ];
    const servers = { a: { command: 'x', args: ['${input:key}', '${input:size}', '${input:key}', '${input:other}'] } };
    expect(parseText(JSON.stringify({ inputs, servers })).inputsNeeded).toEqual([
      { id: 'key', description: 'The key', password: true },
      { id: 'size', password: false, default: 'S', options: ['S', 'L'] },
      { id: 'other', password: false },
    ]);
  });

  it('keeps inputs in the text where asked to, and does not check what they will be', () => {
    const text = '{ "servers": { "a": { "url": "${input:address}" } } }';
    const { configuration, inputsNeeded } = parseConfiguration(text, createContext({}, true));
    expect(configuration?.servers).toMatchObject([{ url: '${input:address}' }]);
    expect(inputsNeeded).toMatchObject([{ id: 'address' }]);
  });

  it('keeps every variable as it is written where it has no variables', () => {
    const text = '{ "servers": { "a": { "type": "${TYPE}", "url": "${ADDRESS}", "headers": { "A": "$$x" } } } }';
    const { variables: _variables, ...context } = createContext();
    const { configuration } = parseConfiguration(text, context);
    expect(configuration?.servers).toMatchObject([{ url: '${ADDRESS}', headers: { A: '$$x' } }]);
  });

  it('keeps paths as they are written where it cannot resolve them, and names the folder they start at', () => {
    const docker = { image: 'x', mounts: ['./a:/b'] };
    const servers = { a: { command: './x', cwd: '../y' }, b: { command: 'tools/x' }, c: { docker } };
    const { configuration } = parseConfiguration(JSON.stringify({ servers }), { folder: '/project' });
    expect(configuration?.servers).toMatchObject([
      { command: './x', cwd: '../y', folder: '/project' },
      { command: 'tools/x', cwd: '/project' },
      { docker: { mounts: ['./a:/b'] }, folder: '/project' },
    ]);
  });

  it('tells which values of variables are secrets, by the names of the variables', () => {
    const text = JSON.stringify({
      servers: {
        a: { command: 'x', args: ['${API_TOKEN}', '$LEVEL'] },
        b: { command: '${input:pin}', cwd: '${HOME}' },
      },
      inputs: [{ id: 'pin', type: 'promptString', password: true, default: 'd' }],
    });
    const env = { API_TOKEN: 'hunter2', LEVEL: 'debug', HOME: '/home', TOOLYARD_INPUT_PIN: '1234' };
    const { configuration, inputs } = parseText(text, env);
    expect(configuration?.servers.map(({ secrets }) => secrets)).toEqual([['hunter2'], ['1234']]);
    expect(inputs).toEqual([{ id: 'pin', password: true, default: 'd' }]);
    expect(parseServers({ a: { command: '$LEVEL' } }, env).configuration?.servers[0]).not.toHaveProperty('secrets');
  });

  it.each(['\u202e', '\u200b', '\u00ad', '\ufeff', '\u2028', '\u{e0061}', '\ud800'])(
    'refuses a key that nobody would see as it is: %j',
    (unseen) => {
      const [problem] = parseServers({ [`a${unseen}b`]: { command: 'x' } }).problems;
      expect(problem?.message).toMatch(
        /^Server key must not contain invisible characters such as \\u\{?[0-9a-f]+\}?; remove them$/,
      );
      expect(problem?.path).not.toContain(unseen);
    },
  );

  it('never writes the value of a variable into a message', () => {
    const { problems } = parseServers(
      { a: { url: '$SECRET', type: '$SECRET' }, b: { command: '$EMPTY' } },
      { SECRET: 'hunter2', EMPTY: '' },
    );
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('writes a problem on one line, whatever a key holds', () => {
    const { problems } = parseServers({ 'a\n\u001b[31m\u009b': { command: '${B\nC}' } });
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(formatProblem('FILE', problem)).not.toMatch(/\p{Cc}/u);
  });

  it('never throws, whatever the text', () => {
    const json = fc.json({ maxDepth: 5 });
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"mcpServers"', ':', ',', '"a"', '1', '//', '/*', '\\u'),
    );
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      json,
      pieces.map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(any, (text) => {
        expect(parseText(text).problems).toBeInstanceOf(Array);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseServers({ a: value })).toHaveProperty('warnings');
      }),
    );
  });

  it.each(['[', '{"a":', '[{"a":'])('survives %s a million times over', (part) => {
    expect(parseText(part.repeat(1_000_000)).problems).toMatchObject([{ code: 'invalid_json' }]);
  });

  it('accepts what it accepted again when it is written anew', () => {
    fc.assert(
      fc.property(arbitraryFile, (file) => {
        const first = parseText(JSON.stringify(file, undefined, 2));
        expect(first.problems).toEqual([]);
        const text = JSON.stringify(file).replaceAll('}', ',}// end\n').replaceAll('{,', '{');
        const again = parseText(JSON.stringify(parse(text, [], { allowTrailingComma: true })));
        expect(again).toEqual(first);
        expect(parseText(text).configuration).toEqual(first.configuration);
      }),
    );
  });
});

const plain = fc.stringMatching(/^[a-z][a-z0-9 _./-]{0,12}$/);
const common = {
  enabled: fc.boolean(),
  timeoutMs: fc.integer({ min: 1000, max: 300_000 }),
  naming: fc.constantFrom('safe', 'colon', 'dot', 'none'),
  tools: fc.record({ include: fc.array(plain), rename: fc.dictionary(plain, plain) }, { requiredKeys: [] }),
  trust: fc.boolean(),
  start: fc.constantFrom('eager', 'lazy'),
  idleStopMs: fc.integer({ min: 1, max: 86_400_000 }),
};
const command = fc.record(
  { ...common, command: plain, args: fc.array(plain), env: fc.dictionary(plain, plain), cwd: plain },
  { requiredKeys: ['command'] },
);
const url = fc.record(
  {
    ...common,
    url: fc.webUrl().filter((text) => !text.includes('$')),
    type: fc.constantFrom('http', 'sse', 'streamable-http'),
  },
  { requiredKeys: ['url'] },
);
const arbitraryFile = fc.record({
  mcpServers: fc.dictionary(plain, fc.oneof(command, url)),
  toolyard: fc.record(
    { concurrentLimit: fc.constantFrom(-1, 1, 99), listWaitMs: fc.nat(60_000) },
    { requiredKeys: [] },
  ),
});

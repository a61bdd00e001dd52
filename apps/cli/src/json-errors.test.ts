import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess, type Ended } from '../test/run-in-process.ts';

let home = '';
beforeEach(async () => (home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')))));
afterEach(() => rm(home, { recursive: true }));

function run(...words: readonly string[]): Promise<Ended> {
  return runInProcess(words, { env: { HOME: home, PATH: '' }, cwd: home, homeDir: home, platform: 'linux' });
}

async function write(text: string): Promise<string> {
  const file = join(home, 'c.json');
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

const LACKING = '{ "mcpServers": {\n  "a": { "command": "x", "args": ["$ONE", "${TWO}"] } } }';

describe('with --json, what stops a command', () => {
  it.each([
    ['file_not_found', undefined, [{ code: 'file_not_found', path: '$' }]],
    ['invalid_json', '{ "mcpServers":\n  }', [{ code: 'invalid_json', path: '$', line: 2, column: 3 }]],
    ['invalid_schema', '{ "mcpServers": { "a": {} } }', [{ code: 'invalid_schema', path: '$.mcpServers.a.command' }]],
    [
      'missing_env_var',
      LACKING,
      [
        { code: 'missing_env_var', path: '$.mcpServers.a.args[0]', line: 2, server: 'a' },
        { code: 'missing_env_var', path: '$.mcpServers.a.args[1]', message: 'Missing environment variable: TWO' },
      ],
    ],
    [
      'invalid_schema',
      LACKING.replace('"x"', '1'),
      [{ code: 'invalid_schema' }, { code: 'missing_env_var' }, { code: 'missing_env_var' }],
    ],
  ])('is on stdout too, with the code %s of the configuration', async (code, text, problems) => {
    const file = text === undefined ? join(home, 'no.json') : await write(text);
    const ended = await run('status', '--json', '--config', file);
    expect(ended.code).toBe(2);
    const { error } = JSON.parse(ended.stdout);
    expect(error).toMatchObject({ code, problems });
    expect(`${error.message}\n`).toBe(ended.stderr);
    expect(error.message.split('\n')).toHaveLength(problems.length);
    const { findings } = JSON.parse((await run('doctor', '--json', '--config', file)).stdout);
    expect(findings.filter((finding: { code?: string }) => finding.code !== undefined)).toMatchObject(
      problems.map(withoutMessage),
    );
  });

  it.each(['calls', 'down', 'logs'])('is a file that is not there also where no yard runs: %s', async (name) => {
    const ended = await run(name, '--json', '--config', 'no.json');
    expect(ended.code).toBe(2);
    const problems = [{ code: 'file_not_found', path: '$', message: 'Config file not found; check its path' }];
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'file_not_found', problems } });
  });

  it.each([
    ['usage', ['status', '--wait', 'soon', '--json'], 2],
    ['usage', ['call', '--json'], 2],
    ['usage', ['frob', '--json'], 2],
    ['usage', ['run', 'not-there.md', '--json'], 2],
    ['server-not-found', ['disable', 'b', '--json', '--config', 'c.json'], 2],
    ['arguments-invalid', ['add', 'a', '--json', '--config', 'c.json'], 2],
  ])('has the code %s of any other error: %j', async (code, words, exit) => {
    await write('{ "mcpServers": { "a": { "command": "x" } } }');
    const ended = await run(...words);
    expect(ended.code).toBe(exit);
    expect(JSON.parse(ended.stdout)).toEqual({ error: { code, message: expect.stringMatching(/^(?!error:)./) } });
  });

  it.each([
    [
      'list',
      '{ "version": 1,\n  "hooks": [] x }',
      'c.json',
      { code: 'invalid_json', problems: [{ path: '$', line: 2 }] },
    ],
    ['list', '{ "version": 2, "hooks": [] }', 'c.json', { code: 'invalid_schema', problems: [{ path: '$.version' }] }],
    ['check', '{ "version": 1, "hooks": [] }', 'no.json', { code: 'file_not_found' }],
  ])(
    'has the code of what is wrong with hooks, or with the configuration: hooks %s',
    async (name, text, file, error) => {
      await write('{ "mcpServers": { "a": { "command": "x" } } }');
      await mkdir(join(home, '.toolyard'));
      await writeFile(join(home, '.toolyard/hooks.json'), text);
      const { code, stdout } = await run('hooks', name, '--json', '--workspace', '.', '--config', file);
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ error });
    },
  );

  it('is one answer together with what would be approved', async () => {
    await writeFile(join(home, 'toolyard.json'), '{ "mcpServers": { "a": { "command": "x" } } }');
    const { code, stdout } = await run('approve', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      approved: false,
      servers: [{ key: 'a' }],
      error: { code: 'config-not-approved' },
    });
  });

  it('is one answer together with the hooks that would be approved', async () => {
    await mkdir(join(home, '.toolyard'));
    const action = { type: 'custom', parameters: { command: 'ls' } };
    const hooks = [{ id: 'a', trigger: { event: 'manual' }, action }];
    await writeFile(join(home, '.toolyard/hooks.json'), JSON.stringify({ version: 1, hooks }));
    await write('{ "mcpServers": { "a": { "command": "x" } } }');
    const { code, stdout } = await run('hooks', 'approve', '--json', '--workspace', '.', '--config', 'c.json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: [{ id: 'a', approval: 'not approved' }],
      error: { code: 'config-not-approved', message: expect.stringContaining('toolyard hooks approve a --yes') },
    });
  });

  it('stays on stderr where --json belongs to a server, and where nobody asked for it', async () => {
    const words = ['add', 'a:b', '--config', 'c.json', '--', 'x', '--json'];
    expect(await run(...words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no colon') });
    expect(await run('status', '--config', 'no.json')).toMatchObject({ code: 2, stdout: '' });
  });
});

it('names what is wrong with a binding for programs, as with the rest of the configuration', async () => {
  const bindings = [{ document: '*.md', heading: '# A', server: 'b' }];
  await write(JSON.stringify({ mcpServers: { a: { command: 'x' } }, toolyard: { bindings } }));
  const { findings } = JSON.parse((await run('doctor', '--json', '--config', 'c.json')).stdout);
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'wrong', code: 'invalid_schema', path: '$.toolyard.bindings[0].server' }),
  );
});

function withoutMessage({ message: _message, ...problem }: { readonly message?: string }): object {
  return problem;
}

import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ConfigInput, formatProblem } from '@toolyard/core';
import { BAD_CONFIGURATIONS, GOOD_CONFIGURATIONS } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutRights } from '../../test/without-rights.ts';
import { createFileApprovalStore } from '../state/create-file-approval-store.ts';
import { loadConfiguration, type LoadedConfiguration, type LoadOptions } from './load-configuration.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-config-')));
});
afterEach(() => rm(folder, { recursive: true }));

function createOptions(given: Partial<LoadOptions> = {}): LoadOptions {
  return {
    cwd: folder,
    env: {},
    homeDir: join(folder, 'home'),
    platform: 'linux',
    approvals: createFileApprovalStore(join(folder, 'state')),
    ...given,
  };
}

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

async function load(given: Partial<LoadOptions>): Promise<LoadedConfiguration> {
  const result = await loadConfiguration(createOptions(given));
  if (!result.ok) throw new Error(result.problems.map((problem) => formatProblem('FILE', problem)).join('\n'));
  return result.loaded;
}

async function listProblems(given: Partial<LoadOptions>): Promise<string[]> {
  const result = await loadConfiguration(createOptions(given));
  return result.ok ? [] : result.problems.map((problem) => formatProblem(result.file, problem));
}

const ONE_SERVER = '{ "mcpServers": { "a": { "command": "x" } } }';

describe('loadConfiguration', () => {
  it('gives what is written where only values of variables are missing', async () => {
    const server = '{ "command": "x", "args": ["${NOBODY_HAS_IT}"] }';
    const file = await write('a.json', `{ "mcpServers": { "a": ${server} } }`);
    const missing = await loadConfiguration(createOptions({ file }));
    expect(missing).toMatchObject({
      ok: false,
      problems: [{ code: 'missing_env_var' }],
      written: { approved: true, asWritten: { servers: [{ key: 'a', args: ['${NOBODY_HAS_IT}'] }] } },
    });
    await write('a.json', `{ "mcpServers": { "a": ${server}, "b": {} } }`);
    expect(await loadConfiguration(createOptions({ file }))).not.toHaveProperty('written');
  });

  it('starts the servers that have their variables, unless it is strict', async () => {
    const file = await write('a.json', '{ "mcpServers": { "a": { "command": "$NO" }, "b": { "command": "x" } } }');
    const { configuration, missing } = await load({ file });
    expect(configuration.servers).toMatchObject([{ key: 'a', missing: ['NO'] }, { key: 'b' }]);
    expect(missing).toMatchObject([{ code: 'missing_env_var', server: 'a', line: 1, column: 37 }]);
    expect(await listProblems({ file, strict: true })).toEqual([
      `${file}: $.mcpServers.a.command: Missing environment variable: NO`,
    ]);
  });

  it('asks for the inputs of servers that can start then', async () => {
    const servers = '"a": { "command": "$NO", "args": ["${input:one}"] }, "b": { "command": "${input:two}" }';
    const file = await write('a.json', `{ "mcpServers": { ${servers} } }`);
    const asked: string[] = [];
    const askInput = async ({ id }: ConfigInput): Promise<string> => {
      asked.push(id);
      return 'given';
    };
    expect((await load({ file, askInput })).configuration.servers).toMatchObject([{ key: 'a' }, { command: 'given' }]);
    expect(asked).toEqual(['two']);
  });

  it.each(BAD_CONFIGURATIONS)('refuses $name', async ({ text, env = {}, codes, messages }) => {
    const file = join(folder, 'bad.json');
    if (text !== undefined) await writeFile(file, text);
    const result = await loadConfiguration(createOptions({ file, env }));
    if (result.ok) throw new Error('the file was accepted');
    expect(result.problems.map((problem) => formatProblem('FILE', problem))).toEqual(messages);
    expect([...new Set(result.problems.map(({ code }) => code))]).toEqual(codes);
    expect(result.file).toBe(file);
  });

  it.each(GOOD_CONFIGURATIONS)('accepts $name', async ({ text, env = {}, servers, warnings = [] }) => {
    const file = await write('good.json', text);
    const loaded = await load({ file, env });
    expect(loaded.configuration.servers).toMatchObject(servers);
    expect(loaded.warnings.map((warning) => formatProblem('FILE', warning))).toEqual(warnings);
    expect(loaded.source).toEqual({ kind: 'option', file });
  });

  it('gives the built-in configuration where there is no file', async () => {
    const loaded = await load({});
    expect(loaded).toMatchObject({ source: { kind: 'default' }, approved: true, warnings: [] });
    const file = await write('same.json', '{ "mcpServers": { "tasks": { "type": "builtin", "name": "tasks" } } }');
    expect((await load({ file })).configuration).toEqual(loaded.configuration);
  });

  it('tells what to check where $TOOLYARD_CONFIG names no file', async () => {
    expect(await listProblems({ env: { TOOLYARD_CONFIG: 'no.json' } })).toEqual([
      `${join(folder, 'no.json')}: $: Config file not found; check the path in $TOOLYARD_CONFIG`,
    ]);
  });

  it.each([
    ['a file in UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'Config file is not UTF-8 text; save it as UTF-8'],
    ['a file over 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, ' '), 'Config file is over 10 MB; is it the right file?'],
  ])('refuses %s', async (_, bytes, message) => {
    const file = await write('odd.json', bytes);
    expect(await listProblems({ file })).toEqual([`${file}: $: ${message}`]);
  });

  it('refuses a directory', async () => {
    expect(await listProblems({ file: folder })).toEqual([
      `${folder}: $: Config file is a directory; name a file inside it`,
    ]);
  });

  it('says what the system says where it knows no better', async () => {
    const file = join(folder, 'loop.json');
    await symlink(file, file);
    expect(await listProblems({ file })).toEqual([expect.stringContaining('$: Config file cannot be read: ELOOP')]);
  });

  it('refuses a file that it may not read', async () => {
    const file = await write('closed.json', ONE_SERVER);
    await chmod(file, 0o000);
    expect(await withoutRights(() => listProblems({ file }))).toEqual([
      `${file}: $: Config file cannot be read: permission denied; change its permissions`,
    ]);
  });
});

describe('loadConfiguration of a file that merely lies there', () => {
  it.each(['toolyard.json', '.mcp.json'])('does not approve %s by itself', async (name) => {
    const file = await write(name, ONE_SERVER);
    const loaded = await load({});
    expect(loaded).toMatchObject({ source: { kind: 'folder', file }, approved: false });
    expect(loaded.hash).toBe(createHash('sha256').update(ONE_SERVER).digest('hex'));
  });

  it('approves it from its approval on, until it changes', async () => {
    const file = await write('.mcp.json', ONE_SERVER);
    const { approvals } = createOptions();
    await approvals.approve(file, (await load({})).hash);
    expect((await load({})).approved).toBe(true);
    await write('.mcp.json', `${ONE_SERVER}\n`);
    expect((await load({})).approved).toBe(false);
  });

  it('approves a file that was named, or that is the own one of the user', async () => {
    await write('toolyard.json', ONE_SERVER);
    expect((await load({ file: 'toolyard.json' })).approved).toBe(true);
    expect((await load({ env: { TOOLYARD_CONFIG: 'toolyard.json' } })).approved).toBe(true);
    await write('home/.config/toolyard/toolyard.json', ONE_SERVER);
    const loaded = await load({ cwd: join(folder, 'home') });
    expect(loaded).toMatchObject({ source: { kind: 'user' }, approved: true });
  });

  it('asks nobody for inputs before it is approved, and keeps them in the text', async () => {
    const file = await write('.mcp.json', '{ "servers": { "a": { "url": "${input:where}" } } }');
    const asked: string[] = [];
    const askInput = ({ id }: ConfigInput): Promise<string> => {
      asked.push(id);
      return Promise.resolve('https://example.com');
    };
    const before = await load({ askInput });
    expect(asked).toEqual([]);
    expect(before.configuration.servers).toMatchObject([{ url: '${input:where}' }]);
    await createOptions().approvals.approve(file, before.hash);
    expect((await load({ askInput })).configuration.servers).toMatchObject([{ url: 'https://example.com' }]);
    expect(asked).toEqual(['where']);
  });
});

describe('variables of a file', () => {
  const WITH_INPUT = JSON.stringify({
    inputs: [{ type: 'promptString', id: 'api.key', description: 'The key', password: true }],
    servers: { a: { command: 'x', args: ['${input:api.key}', '${input:api.key}'] } },
  });

  it.each(['TOOLYARD_INPUT_API_KEY', 'TOOLYARD_INPUT_api.key'])('takes an input from $%s', async (name) => {
    const file = await write('a.json', WITH_INPUT);
    const { configuration } = await load({ file, env: { [name]: 'key-1' } });
    expect(configuration.servers).toMatchObject([{ args: ['key-1', 'key-1'] }]);
  });

  it('asks once for each input, with what the file says about it', async () => {
    const file = await write('a.json', WITH_INPUT);
    const asked: ConfigInput[] = [];
    const askInput = (input: ConfigInput): Promise<string> => Promise.resolve(`${asked.push(input)}`);
    const { configuration } = await load({ file, askInput });
    expect(asked).toEqual([{ id: 'api.key', description: 'The key', password: true }]);
    expect(configuration.servers).toMatchObject([{ args: ['1', '1'] }]);
  });

  it('asks nothing where something else is wrong', async () => {
    const file = await write('a.json', '{ "servers": { "a": { "command": "$NOWHERE", "args": ["${input:key}"] } } }');
    const askInput = (): Promise<string> => Promise.reject(new Error('asked'));
    expect(await listProblems({ file, askInput })).toEqual([
      `${file}: $.servers.a.command: Missing environment variable: NOWHERE`,
      `${file}: $.servers.a.args[0]: Missing input: key; set TOOLYARD_INPUT_KEY, or start Toolyard on a terminal to be asked`,
    ]);
  });

  it('reports an input that was asked for and not given', async () => {
    const file = await write('a.json', '{ "servers": { "a": { "command": "${input:key}" } } }');
    const problems = await listProblems({ file, askInput: () => Promise.resolve(undefined) });
    expect(problems).toHaveLength(1);
  });

  it('keeps what is written beside what it means', async () => {
    const file = await write('a.json', '{ "mcpServers": { "a": { "command": "x", "args": ["$SECRET"] } } }');
    const { configuration, asWritten } = await load({ file, env: { SECRET: 'hunter2' } });
    expect(configuration.servers).toMatchObject([{ args: ['hunter2'] }]);
    expect(asWritten.servers).toMatchObject([{ args: ['$SECRET'] }]);
  });

  it.each([
    ['project/toolyard.json', 'project'],
    ['project/.vscode/mcp.json', 'project'],
    ['project/.cursor/mcp.json', 'project'],
  ])('counts the paths of %s from %s', async (name, base) => {
    const server = { command: './run', args: ['${workspaceFolder}', '${userHome}'], cwd: 'sub' };
    const file = await write(name, JSON.stringify({ mcpServers: { a: server } }));
    const { configuration } = await load({ file });
    const project = join(folder, base);
    expect(configuration.servers).toMatchObject([
      { command: join(project, 'run'), args: [project, join(folder, 'home')], cwd: join(project, 'sub') },
    ]);
  });

  it('finds variables in any case on Windows, and only there', async () => {
    const file = await write('a.json', '{ "mcpServers": { "a": { "command": "${PATH}" } } }');
    const env = { Path: 'C:\\bin' };
    expect((await load({ file, env, platform: 'win32' })).configuration.servers).toMatchObject([
      { command: 'C:\\bin' },
    ]);
    expect(await listProblems({ file, env })).toHaveLength(1);
  });

  it('does not take the properties of objects for variables', async () => {
    const file = await write('a.json', '{ "mcpServers": { "a": { "command": "${constructor}" } } }');
    expect(await listProblems({ file })).toEqual([
      `${file}: $.mcpServers.a.command: Missing environment variable: constructor`,
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('a file that other users can write to', () => {
  it('is not used where it would need no approval', async () => {
    const file = await write('home/.config/toolyard/toolyard.json', ONE_SERVER);
    for (const path of [file, dirname(file)]) {
      await chmod(path, 0o757);
      expect(await listProblems({})).toEqual([
        `${file}: $: Config file is not used: ${path} can be written to by other users. Run chmod go-w '${path}' to use it`,
      ]);
      // What a mask of 002 leaves, where each user has an own group.
      await chmod(path, 0o775);
      expect(await listProblems({})).toEqual([]);
    }
  });

  it('is warned of where somebody named it, and needs an approval anyway where it merely lies there', async () => {
    const file = await write('toolyard.json', ONE_SERVER);
    await chmod(file, 0o666);
    const warning = `Other users decide what runs: ${file} can be written to by other users. Run chmod go-w '${file}' to use it`;
    for (const named of [{ file }, { env: { TOOLYARD_CONFIG: file } }]) {
      expect((await load(named)).warnings).toMatchObject([{ message: warning }]);
    }
    expect(await load({})).toMatchObject({ approved: false, warnings: [] });
  });
});

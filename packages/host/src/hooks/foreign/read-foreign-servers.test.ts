import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfiguration } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { EditorFolders } from '../../surroundings/surroundings.ts';
import { createTestHome, type TestHome } from '../../../test/create-test-home.ts';
import { readForeignServers, type OwnServers } from './read-foreign-servers.ts';

const NOTHING: OwnServers = { servers: [] };
const serve = (command: string): object => ({ command });

/** What was found, as `id source scope command`, or with the problem. */
async function list(home: TestHome, own = NOTHING): Promise<string[]> {
  const { servers } = await readForeignServers(home.surroundings, own);
  return servers.map(({ id, found, problem }) => {
    const what = found.written?.kind === 'command' ? found.written.command : found.written?.kind;
    return `${id} ${found.source} ${found.scope} ${problem ?? what}`;
  });
}

describe('servers of other programs', () => {
  it('are found in every file and place', async () => {
    const home = await createTestHome();
    await home.write('work/.vscode/mcp.json', '{ /* VS Code */ "servers": { "a": { "command": "a", }, }, }');
    await home.write('.config/Code/User/profiles/p1/mcp.json', { servers: { b: serve('b') } });
    await home.write('.config/Code/User/mcp.json', {
      servers: { c: { type: 'http', url: 'https://example.com/mcp' } },
    });
    await home.write('.config/Code/User/settings.json', { mcp: { servers: { d: serve('d') } } });
    await home.write('.vscode-server/data/User/mcp.json', { servers: { e: serve('e') } });
    await home.write('.copilot/mcp-config.json', { mcpServers: { f: { type: 'local', command: 'f', tools: ['*'] } } });
    await home.write('work/.mcp.json', { mcpServers: { g: serve('g') } });
    const projects = {
      [home.surroundings.cwd]: { mcpServers: { h: serve('h') } },
      '/other': { mcpServers: { no: {} } },
    };
    await home.write('.claude.json', { mcpServers: { i: serve('i') }, projects });
    await home.write('.config/Claude/claude_desktop_config.json', { mcpServers: { j: serve('j') } });
    expect(await list(home)).toEqual([
      'a vscode project a',
      'b vscode profile b',
      'c vscode user url',
      'd vscode user d',
      'e vscode user e',
      'f copilot user f',
      'g claude-code project g',
      'h claude-code local h',
      'i claude-code user i',
      'j claude-desktop user j',
    ]);
  });

  it('are found where COPILOT_HOME says', async () => {
    const home = await createTestHome();
    await home.write('elsewhere/mcp-config.json', { mcpServers: { f: serve('f') } });
    const env = { COPILOT_HOME: join(home.folder, 'elsewhere') };
    expect(await list({ ...home, surroundings: { ...home.surroundings, env } })).toEqual(['f copilot user f']);
  });

  it('are found in the folder of the editor that asks, whatever its name is', async () => {
    const home = await createTestHome();
    const user = join(home.folder, 'data/User');
    await home.write('data/User/mcp.json', { servers: { a: serve('a') } });
    await home.write('data/User/profiles/p1/mcp.json', { servers: { b: serve('b') } });
    await home.write('data/User/profiles/p2/mcp.json', { servers: { no: serve('no') } });
    const within = (editor: EditorFolders): Promise<string[]> =>
      list({ ...home, surroundings: { ...home.surroundings, editor } });
    expect(await within({ user })).toEqual(['a vscode user a']);
    expect(await within({ user, profile: join(user, 'profiles/p1') })).toEqual([
      'b vscode profile b',
      'a vscode user a',
    ]);
  });

  it('are those of the profile that a window has, and of no other', async () => {
    const home = await createTestHome();
    const user = join(home.folder, '.config/Code/User');
    await home.write('.config/Code/User/mcp.json', { servers: { a: serve('a') } });
    await home.write('.config/Code/User/profiles/p1/mcp.json', { servers: { b: serve('b') } });
    const surroundings = { ...home.surroundings, editor: { user } };
    expect(await list({ ...home, surroundings })).toEqual(['a vscode user a']);
  });

  it('are left out where they are Toolyard itself, or the configuration', async () => {
    const home = await createTestHome();
    const file = await home.write('work/.mcp.json', { mcpServers: { own: serve('own') } });
    await home.write('work/.vscode/mcp.json', { servers: { toolyard: { command: 'toolyard', args: ['serve'] } } });
    expect(await list(home, { file, servers: [] })).toEqual([]);
  });

  it('are named after the workspace before the profile before the user', async () => {
    const home = await createTestHome();
    const here = await home.write('work/.vscode/mcp.json', { servers: { x: serve('here') } });
    const profile = await home.write('.config/Code/User/profiles/p1/mcp.json', { servers: { x: serve('profile') } });
    const user = await home.write('.config/Code/User/mcp.json', { servers: { x: serve('user') } });
    const { shadowed } = await readForeignServers(home.surroundings, NOTHING);
    expect(await list(home)).toEqual(['x vscode project here']);
    expect(shadowed.map(({ found, by }) => [found.file, by.file])).toEqual([
      [profile, here],
      [user, here],
    ]);
  });

  it('have their source before a key that the configuration has', async () => {
    const home = await createTestHome();
    await home.write('work/.vscode/mcp.json', { servers: { chat: serve('other') } });
    const own = { servers: createConfiguration({ chat: { command: 'chat' } }).servers };
    expect(await list(home, own)).toEqual(['vscode/chat vscode project other']);
    const { find } = await readForeignServers(home.surroundings, own);
    expect(find('chat')).toBeUndefined();
    expect(find('vscode/chat')?.found.key).toBe('chat');
  });

  it('take numbers and null in env, and say what they do not heed', async () => {
    const home = await createTestHome();
    const entry = { command: 'a', env: { PORT: 1, GONE: null, NAME: 'x' }, sandboxEnabled: true, dev: {} };
    await home.write('work/.vscode/mcp.json', { servers: { a: entry } });
    const { servers } = await readForeignServers(home.surroundings, NOTHING);
    expect(servers[0]?.found.written).toMatchObject({ env: { PORT: '1', NAME: 'x' } });
    expect(servers[0]?.found.notes).toEqual(['sandboxEnabled is not read; the server runs without a sandbox']);
  });

  it('are told with what makes them unusable', async () => {
    const home = await createTestHome();
    await home.write('work/.vscode/mcp.json', {
      servers: {
        sock: { url: 'unix:///run/mcp.sock' },
        pipe: { url: 'pipe:////./pipe/mcp' },
        'a:b': serve('x'),
        ['k'.repeat(65)]: serve('x'),
        none: {},
        text: 'no',
        wrong: { command: 7 },
        env: { command: 'x', envFile: '.env' },
        bad: { command: 'x', envFile: 7 },
      },
    });
    const problems = (await readForeignServers(home.surroundings, NOTHING)).servers.map(({ id, problem }) => [
      id,
      problem,
    ]);
    expect(Object.fromEntries(problems)).toEqual({
      sock: 'Toolyard does not connect to unix:// addresses, only to http:// and https://',
      pipe: 'Toolyard does not connect to pipe:// addresses, only to http:// and https://',
      'a:b': 'Server key must have 1 to 64 characters, no colon and no control character',
      ['k'.repeat(65)]: 'Server key must have 1 to 64 characters, no colon and no control character',
      none: 'Missing or invalid command: a server needs "command", "url", "docker" or "type": "builtin"',
      text: 'it is not an object',
      wrong: 'command must be a string, not a number',
      env: `its envFile ${join(home.surroundings.cwd, '.env')} does not exist`,
      bad: 'envFile must be the path of a file',
    });
  });

  it('do not suffer from broken files, which are told', async () => {
    const home = await createTestHome();
    const broken = await home.write('.copilot/mcp-config.json', '{ "mcpServers": {');
    const array = await home.write('.config/Code/User/mcp.json', []);
    const folder = join(home.folder, 'work', '.mcp.json');
    await mkdir(folder);
    await home.write('.config/Claude/claude_desktop_config.json', { mcpServers: ['no'] });
    await home.write('.claude.json', '');
    await home.write('work/.vscode/mcp.json', { servers: { good: serve('good') } });
    const { servers, warnings } = await readForeignServers(home.surroundings, NOTHING);
    expect(servers.map(({ id }) => id)).toEqual(['good']);
    expect(warnings.map(({ file }) => file)).toEqual([array, broken, folder]);
    expect(warnings[1]?.reason).toContain('Invalid JSON at line 1');
  });

  it('are not read from a file that has too many of them', async () => {
    const home = await createTestHome();
    const many = Array.from({ length: 501 }, (_, index) => [`k${index}`, serve('x')]);
    const file = await home.write('work/.vscode/mcp.json', { servers: Object.fromEntries(many) });
    await home.write('.copilot/mcp-config.json', { mcpServers: { good: serve('good') } });
    const { servers, warnings } = await readForeignServers(home.surroundings, NOTHING);
    expect(servers.map(({ id }) => id)).toEqual(['good']);
    expect(warnings).toEqual([{ file, reason: 'it has 501 servers, and at most 500 are read' }]);
  });

  it('are others when what they are given is another', async () => {
    const home = await createTestHome();
    const entry = { command: 'a', args: ['${input:key}'], envFile: '${workspaceFolder}/.env' };
    const write = (inputs: readonly object[]): Promise<string> =>
      home.write('work/.vscode/mcp.json', { inputs, servers: { a: entry } });
    const hash = async (): Promise<string | undefined> =>
      (await readForeignServers(home.surroundings, NOTHING)).servers[0]?.found.hash;
    await home.write('work/.env', 'A=1\n');
    await write([{ id: 'key', type: 'promptString' }]);
    const first = await hash();
    await write([
      { id: 'key', type: 'promptString' },
      { id: 'unused', type: 'promptString' },
    ]);
    expect(await hash()).toBe(first);
    await write([{ id: 'key', type: 'promptString', default: '--evil' }]);
    const second = await hash();
    await home.write('work/.env', 'A=1\nNODE_OPTIONS=--require ./evil.js\n');
    expect(new Set([first, second, await hash()]).size).toBe(3);
  });

  it.each([
    ['${input:key:-x}', 'key'],
    ['${env:input:key}', 'key'],
    ['${input:a"b}', 'a"b'],
  ])('are others when the input of %s is another', async (reference, id) => {
    const home = await createTestHome();
    const hash = async (input: object): Promise<string | undefined> => {
      const inputs = [{ id, type: 'promptString', ...input }];
      await home.write('work/.vscode/mcp.json', { inputs, servers: { a: { command: 'a', args: [reference] } } });
      return (await readForeignServers(home.surroundings, NOTHING)).servers[0]?.found.hash;
    };
    const first = await hash({});
    expect(first).toBeDefined();
    expect(await hash({ default: '--evil' })).not.toBe(first);
  });
});

it('leaves out programs that are not wanted, also where only one is', async () => {
  const home = await createTestHome();
  await home.write('work/.vscode/mcp.json', { servers: { a: serve('a') } });
  await home.write('work/.mcp.json', { mcpServers: { b: serve('b') } });
  await home.write('.copilot/mcp-config.json', { mcpServers: { c: serve('c') } });
  const read = async (...sources: readonly string[]): Promise<readonly string[]> => {
    const { names, lookedFor } = await readForeignServers(home.surroundings, NOTHING, sources);
    if (sources.length === 0) expect(lookedFor).toEqual([]);
    return names();
  };
  expect(await read('vscode', 'claude-code')).toEqual(['a', 'b']);
  expect(await read('copilot', 'no such program')).toEqual(['c']);
  expect(await read()).toEqual([]);
});

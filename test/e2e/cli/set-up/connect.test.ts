import { mkdir, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { fixture, runToolyard, startToolyard } from '../run-toolyard.ts';
import { CLIENT_PLACES, createClientHome, expectGivenBack, SERVE, toConnectWords } from './client-home.ts';

const home = createClientHome();
const { pathOf, read, run, write } = home;
const entryOf = async (name: string, section: string): Promise<unknown> =>
  JSON.parse(await read(name))[section].toolyard;

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})}\n`;

describe.each(CLIENT_PLACES)('connect %j', (...place) => {
  const [words, name, section, entry] = place;

  it('makes the file where there is none, and disconnect takes it away', async () => {
    const connect = toConnectWords(words);
    expect(await run(...connect)).toMatchObject({ code: 0 });
    const args = [...SERVE.args, ...(connect.includes('--config') ? ['--config', pathOf('servers.json')] : [])];
    expect(await entryOf(name, section)).toEqual({ ...entry, args });
    expect(await run('disconnect', ...words, '--yes')).toMatchObject({ code: 0 });
    await expect(read(name)).rejects.toThrow('ENOENT');
  });

  it('gives a file with comments and odd line ends back byte for byte', () =>
    expectGivenBack(
      home,
      place,
      `\uFEFF{\r\n\t// mine\r\n\t"${section}": {\r\n\t\t"a": { "command": "x", "env": { "TOKEN": "hunter2" } }, // a\r\n\t},\r\n}`,
    ));
});

describe('connect', () => {
  const name = '.cursor/mcp.json';

  it('shows the difference and writes nothing where nobody can be asked', async () => {
    await write(name, '{}');
    const { code, stderr } = await run('connect', 'cursor');
    expect(code).toBe(2);
    expect(stderr).toContain(
      `--- ${pathOf(name)}\n+++ ${pathOf(name)}\n@@ -1,1 +1,8 @@\n-{}\n+{\n+  "mcpServers": {\n`,
    );
    expect(stderr).toContain(`Nothing was written. Add --yes to change ${pathOf(name)}.\n`);
    expect(await read(name)).toBe('{}');
  });

  it('does nothing a second time, and names another configuration in the same place', async () => {
    await write(name, '{ "mcpServers": {} }\n');
    await run('connect', 'cursor', '--yes');
    expect((await run('connect', 'cursor')).stdout).toBe(`Nothing to do: ${pathOf(name)} is as it should be.\n`);
    await run('connect', 'cursor', '--yes', '--config', pathOf('servers.json'));
    expect(await entryOf(name, 'mcpServers')).toEqual({
      ...SERVE,
      args: [...SERVE.args, '--config', pathOf('servers.json')],
    });
    await run('disconnect', 'cursor', '--yes');
    expect(await read(name)).toBe('{ "mcpServers": {} }\n');
  });

  it('keeps what was changed in between', async () => {
    await write(name, '{\n  "mcpServers": {\n    "a": { "command": "x" } // mine\n  }\n}\n');
    await run('connect', 'cursor', '--yes');
    await write(name, (await read(name)).replace('"x"', '"y"'));
    await run('disconnect', 'cursor', '--yes');
    expect(await read(name)).toBe('{\n  "mcpServers": {\n    "a": { "command": "y" } // mine\n  }\n}\n');
  });

  it('follows a link', async () => {
    await write('dotfiles/mcp.json', '{}');
    await mkdir(pathOf('.cursor'));
    await symlink(pathOf('dotfiles/mcp.json'), pathOf(name));
    await run('connect', 'cursor', '--yes');
    expect(await read('dotfiles/mcp.json')).toContain('"toolyard"');
  });

  it.each([
    ['{ "mcpServers": ', 'Invalid JSON at line 1, column 17: a value is expected'],
    ['{ "mcpServers": [] }', '$.mcpServers: mcpServers must be an object'],
    ['\u0000\u0001', 'Invalid JSON'],
    [' '.repeat(10 * 1024 * 1024 + 1), 'was left alone: it is over 10 MB.'],
  ])('leaves a file alone that it cannot edit (%#)', async (text, message) => {
    await write(name, text);
    for (const word of ['connect', 'disconnect']) {
      const { code, stderr } = await run(word, 'cursor', '--yes');
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
    expect(await read(name)).toBe(text);
    expect(await readdir(pathOf('.cursor'))).toEqual(['mcp.json']);
  });

  it('refuses to put Toolyard into the file that it reads', async () => {
    await write('.mcp.json', '{ "mcpServers": {} }');
    const { code, stderr } = await run('connect', 'claude-code', '--project', '--yes');
    expect(code).toBe(2);
    expect(stderr).toContain('is the configuration that Toolyard reads here, so Toolyard in it would start itself.');
  });

  it('names a file of the working directory only after it was approved, which --yes does not do', async () => {
    await write('toolyard.json', '{ "mcpServers": { "a": { "command": "x" } } }');
    expect(await run('connect', 'cursor')).toMatchObject({ code: 2 });
    expect(await run('connect', 'cursor', '--yes')).toMatchObject({ code: 2 });
    await expect(read(name)).rejects.toThrow('ENOENT');
    expect(await run('status')).toMatchObject({ code: 2 });
    await run('approve', '--yes');
    expect(await run('connect', 'cursor', '--yes')).toMatchObject({ code: 0 });
    expect(await entryOf(name, 'mcpServers')).toEqual({
      ...SERVE,
      args: [...SERVE.args, '--found', pathOf('toolyard.json')],
    });
  });

  it.each(['--shared', 'alone'])('writes an entry (%s) that starts nothing once the file has changed', async (how) => {
    const configure = (proof: string): Promise<void> => {
      const script = `require('node:fs').writeFileSync(${JSON.stringify(pathOf(proof))}, '')`;
      const servers = { echo: fixture('echo'), trap: { command: process.execPath, args: ['-e', script] } };
      return write('toolyard.json', JSON.stringify({ mcpServers: servers, toolyard: { sharedIdleMs: 1000 } }));
    };
    await configure('approved');
    await run('approve', '--yes');
    await run('connect', 'cursor', '--yes');
    const [, ...words] = JSON.parse(await read(name)).mcpServers.toolyard.args as string[];
    const start = async (): Promise<{ code: number | null; answer: object; stderr: string }> => {
      const elsewhere = { cwd: tmpdir(), env: { HOME: pathOf('.') } };
      const { child, finished, saw } = startToolyard(
        words.filter((word) => how === '--shared' || word !== '--shared'),
        elsewhere,
      );
      child.stdin.write(INITIALIZE);
      await saw('stdout', '\n');
      child.stdin.end();
      const { code, stdout, stderr } = await finished;
      return { code, stderr, answer: JSON.parse(stdout.split('\n')[0] ?? '') };
    };
    expect(await start()).toMatchObject({ code: 0, answer: { id: 1, result: { serverInfo: { name: 'toolyard' } } } });

    const untilNobodyRunsIt = (): Promise<void> =>
      waitUntil(() => findProcesses(pathOf('toolyard.json')).length === 0, 20_000);
    await untilNobodyRunsIt();
    await configure('changed');
    const message =
      `${pathOf('toolyard.json')} is not approved as it is now, so nothing of it was started. ` +
      `To see what it would start and to approve it, run: toolyard approve --found ${pathOf('toolyard.json')}`;
    const refused = await start();
    expect(refused).toMatchObject({ code: 2, answer: { id: 1, error: { message } } });
    expect(refused.stderr).toContain(message);
    expect(await readdir(pathOf('.'))).not.toContain('changed');

    const approving = ['approve', '--yes', '--found', pathOf('toolyard.json')];
    expect(await runToolyard(approving, { cwd: tmpdir(), env: { HOME: pathOf('.') } })).toMatchObject({ code: 0 });
    expect(await start()).toMatchObject({ code: 0, answer: { result: {} } });
    // The yard in the background writes its last words into the folder.
    await untilNobodyRunsIt();
  });

  it('prints JSON', async () => {
    const { stdout } = await run('connect', 'cursor', '--yes', '--json');
    expect(JSON.parse(stdout)).toEqual({
      client: 'cursor',
      scope: 'user',
      file: pathOf(name),
      changed: true,
      entry: SERVE,
    });
  });

  it.each([
    [['connect', 'emacs'], 'Allowed choices are claude-desktop, claude-code, cursor, vscode.'],
    [['connect', 'claude-desktop', '--project'], 'Claude Desktop has no file in a project. Leave --project out.'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

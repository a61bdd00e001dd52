import { mkdir, readdir, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  CLIENT_PLACES,
  createClientHome,
  expectGivenBack,
  expectLeftAlone,
  SERVE,
  toConnectWords,
  toOddText,
} from './client-home.ts';
import { expectApprovedEntry } from './expect-approved-entry.ts';

const home = createClientHome();
const { pathOf, read, run, write } = home;
const entryOf = async (name: string, section: string): Promise<unknown> =>
  JSON.parse(await read(name))[section].toolyard;

describe.each(CLIENT_PLACES)('connect %j', (...place) => {
  const [words, name, section, entry] = place;

  it('makes the file where there is none, and disconnect takes it away', async () => {
    const connect = toConnectWords(words);
    expect(await run(...connect)).toMatchObject({ code: 0 });
    const args = [...entry.args, ...(connect.includes('--config') ? ['--config', pathOf('servers.json')] : [])];
    expect(await entryOf(name, section)).toEqual({ ...entry, args });
    expect(await run('disconnect', ...words, '--yes')).toMatchObject({ code: 0 });
    await expect(read(name)).rejects.toThrow('ENOENT');
  });
});

describe('connect', () => {
  const name = '.cursor/mcp.json';

  it('gives a file with comments and odd line ends back byte for byte', () => {
    const place = CLIENT_PLACES.find(([words]) => words.join(' ') === 'vscode') ?? expect.fail('There is none.');
    return expectGivenBack(home, place, toOddText(place));
  });

  it('shows the difference and writes nothing where nobody can be asked', async () => {
    await write(name, '{}');
    const { code, stderr } = await run('connect', 'cursor');
    expect(code).toBe(2);
    expect(stderr).toContain(`--- ${pathOf(name)}\n+++ ${pathOf(name)}\n@@ mcpServers @@\n+    "toolyard": {\n`);
    expect(stderr).toContain(`Nothing was written. Add --yes to change ${pathOf(name)}.\n`);
    expect(await read(name)).toBe('{}');
  });

  it('shows nothing else of a file', async () => {
    const projects = { '/work': { history: [{ display: 'what I asked' }] } };
    const text = JSON.stringify({ userID: 'who I am', mcpServers: {}, projects });
    await write('.claude.json', text);
    for (const word of ['connect', 'disconnect']) {
      const { code, stdout, stderr } = await run(word, 'claude-code', '--yes');
      expect({ code, shown: /I asked|I am|projects/.exec(stdout + stderr) }).toEqual({ code: 0, shown: null });
    }
    expect(await read('.claude.json')).toBe(text);
  });

  it('does nothing a second time, and names another configuration in the same place', async () => {
    await write(name, '{ "mcpServers": {} }\n');
    await run('connect', 'cursor', '--yes');
    expect((await run('connect', 'cursor')).stdout).toBe(`Nothing to do: Toolyard is already in ${pathOf(name)}.\n`);
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

  it("gives an entry of one's own back that was there before, also where an earlier connect left a backup", async () => {
    await write(name, '{ "mcpServers": {} }\n');
    await run('connect', 'cursor', '--yes');
    await write(name, (await read(name)).replace('{ "mcpServers"', '{ "theme": "dark", "mcpServers"'));
    const { stderr } = await run('disconnect', 'cursor', '--yes');
    const backup = pathOf(`${name}.toolyard-backup`);
    expect(stderr).toContain(`Left behind: ${backup} (${pathOf(name)} as it was before Toolyard was connected).\n`);
    const mine = '{ "theme": "dark", "mcpServers": { "toolyard": { "command": "my-own" } } }\n';
    await write(name, mine);
    await run('connect', 'cursor', '--yes');
    expect(await read(`${name}.toolyard-backup`)).toBe(mine);
    const { stdout } = await run('disconnect', 'cursor', '--yes');
    expect(stdout).toBe('Cursor has its earlier "toolyard" entry again. Restart Cursor.\n');
    expect(await read(name)).toBe(mine);
  });

  it('leaves an entry alone that starts something else', async () => {
    const mine = '{ "mcpServers": { "toolyard": { "command": "my-own" } } }\n';
    await write(name, mine);
    expect(await run('disconnect', 'cursor', '--yes')).toMatchObject({
      code: 0,
      stdout: `Nothing to do: the entry "toolyard" in ${pathOf(name)} is your own and does not start Toolyard.\n`,
    });
    expect(await read(name)).toBe(mine);
  });

  it('removes the folders that it made, and says which it leaves', async () => {
    await run('connect', 'cursor', '--yes');
    await run('disconnect', 'cursor', '--yes');
    expect(await readdir(pathOf(''))).not.toContain('.cursor');
    await run('connect', 'cursor', '--yes');
    await write('.cursor/mine.txt', 'mine');
    const { stdout, stderr } = await run('disconnect', 'cursor', '--yes', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ changed: true, left: [pathOf('.cursor')] });
    expect(stderr).toContain(`${pathOf(name)} contains nothing else and will be removed.\n`);
    expect(stderr).toContain(
      `Left behind: ${pathOf('.cursor')} (a folder that was created for it and is not empty).\n`,
    );
  });

  it('follows a link', async () => {
    await write('dotfiles/mcp.json', '{}');
    await mkdir(pathOf('.cursor'));
    await symlink(pathOf('dotfiles/mcp.json'), pathOf(name));
    await run('connect', 'cursor', '--yes');
    expect(await read('dotfiles/mcp.json')).toContain('"toolyard"');
  });

  it('leaves a file alone that it cannot edit', () =>
    expectLeftAlone(home, '{ "mcpServers": ', 'Invalid JSON at line 1, column 17: expected a value'));

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

  it('writes an entry that starts nothing once the file has changed', () => expectApprovedEntry(home, '--shared'));

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

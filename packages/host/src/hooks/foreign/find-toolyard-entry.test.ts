import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestHome, type TestHome } from '../../../test/create-test-home.ts';
import { findToolyardEntry, type EditorServers } from './find-toolyard-entry.ts';

const RUNNING = 'http://127.0.0.1:7420/mcp';

function find({ folder, surroundings }: TestHome, ownFile?: string): Promise<EditorServers> {
  const editor = { user: join(folder, 'data/User') };
  return findToolyardEntry({ ...surroundings, editor }, ownFile, async (url) => url === RUNNING);
}

describe('findToolyardEntry', () => {
  it.each([
    ['the workspace', 'work/.vscode/mcp.json', 'servers'],
    ['the portable file', 'work/.mcp.json', 'mcpServers'],
    ['the user', 'data/User/mcp.json', 'servers'],
    ['Copilot', '.copilot/mcp-config.json', 'mcpServers'],
  ])('finds a Toolyard in the file of %s', async (_whose, path, section) => {
    const home = await createTestHome();
    expect((await find(home)).entry).toBeUndefined();
    const file = await home.write(path, {
      [section]: { other: { command: 'other' }, all: { command: 'npx', args: ['-y', 'toolyard@1', 'serve'] } },
    });
    expect((await find(home)).entry).toEqual({ file, key: 'all' });
    expect((await find(home)).lookedFor).toContain(file);
  });

  it('finds one by the address of a gateway that runs, and by the other name of the program', async () => {
    const home = await createTestHome();
    await home.write('work/.vscode/mcp.json', { servers: { far: { url: 'http://127.0.0.1:7421/mcp' } } });
    expect((await find(home)).entry).toBeUndefined();
    await home.write('work/.vscode/mcp.json', { servers: { near: { type: 'http', url: RUNNING } } });
    expect((await find(home)).entry?.key).toBe('near');
    await home.write('work/.vscode/mcp.json', { servers: { old: { command: 'mcp-simple-aggregator' } } });
    expect((await find(home)).entry?.key).toBe('old');
  });

  it('knows a configuration that the editor reads too, also by another path', async () => {
    const home = await createTestHome();
    const file = await home.write('work/.mcp.json', { mcpServers: { a: { command: 'a' } } });
    expect((await find(home, file)).shared).toBe(file);
    const link = join(home.folder, 'link.json');
    await symlink(file, link);
    expect((await find(home, link)).shared).toBe(file);
    expect((await find(home, await home.write('work/toolyard.json', {}))).shared).toBeUndefined();
  });

  it('finds nothing in files that are broken or of another program', async () => {
    const home = await createTestHome();
    await home.write('work/.vscode/mcp.json', '{ "servers": { "toolyard": ');
    await home.write('.config/Code/User/mcp.json', { servers: { t: { command: 'toolyard', args: ['serve'] } } });
    await home.write('data/User/mcp.json', { servers: [1, null] });
    expect(await find(home)).toEqual({ lookedFor: expect.any(Array) });
  });
});

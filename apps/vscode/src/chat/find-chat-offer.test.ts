import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startYard, locateYard } from '@toolyard/host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../../test/fakes/create-test-folder.ts';
import { findChatOffer, type FoundOffer, type OfferedPlace } from './find-chat-offer.ts';

async function write({ home }: TestFolder, path: string, value: unknown): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

function find({ path, home, host }: TestFolder, changes: Partial<OfferedPlace> = {}): Promise<FoundOffer> {
  const surroundings = { ...host.surroundings, editor: { user: join(home, 'data/User') } };
  return findChatOffer({ path, host: { ...host, surroundings }, named: {}, isTrusted: true, ...changes });
}

async function reasonOf(folder: TestFolder, changes?: Partial<OfferedPlace>): Promise<string> {
  const { offer } = await find(folder, changes);
  return offer.kind === 'withheld' ? offer.reason : 'it is offered';
}

const TOOLYARD = { command: 'npx', args: ['-y', 'toolyard', 'serve'] };

describe('findChatOffer', () => {
  it('offers a configuration that nobody has approved yet, with a version that changes with its text', async () => {
    const folder = await createTestFolder();
    const first = await find(folder);
    expect(first.offer).toMatchObject({ kind: 'offered', file: join(folder.path, 'toolyard.json') });
    expect(first.files).toContain(join(folder.path, 'toolyard.json'));
    expect(await find(folder)).toEqual(first);
    await write(folder, 'work/toolyard.json', { mcpServers: { other: { command: 'other' } } });
    const second = await find(folder);
    expect(second.offer.kind).toBe('offered');
    expect(second.offer).not.toEqual(first.offer);
  });

  it('offers nothing of a workspace that is not trusted, and does not look into its files', async () => {
    const found = await find(await createTestFolder(), { isTrusted: false });
    expect(found).toEqual({ offer: { kind: 'withheld', reason: 'the workspace is not trusted' }, files: [] });
  });

  it.each(['work/.vscode/mcp.json', 'data/User/mcp.json'])('offers nothing where %s names Toolyard', async (path) => {
    const folder = await createTestFolder();
    const file = await write(folder, path, { servers: { all: TOOLYARD } });
    expect(await reasonOf(folder)).toBe(`"all" in ${file} is a Toolyard already`);
    await rm(file);
    expect(await reasonOf(folder)).toBe('it is offered');
  });

  it('offers nothing where the portable file names Toolyard beside a configuration of its own', async () => {
    const folder = await createTestFolder();
    const file = await write(folder, 'work/.mcp.json', { mcpServers: { all: TOOLYARD } });
    expect(await reasonOf(folder)).toBe(`"all" in ${file} is a Toolyard already`);
  });

  it('offers nothing where the editor has the address at which this configuration is served', async () => {
    const folder = await createTestFolder();
    const url = 'http://127.0.0.1:7420/mcp';
    await write(folder, 'work/.vscode/mcp.json', { servers: { near: { url: 'http://localhost:7420/mcp' } } });
    expect(await reasonOf(folder)).toBe('it is offered');
    const { host } = folder;
    const place = await locateYard(host.surroundings, {});
    const started = await startYard(
      { ...host, approve: async () => true },
      { place, shown: { write: () => undefined }, reach: 'shared', about: () => ({ program: 'a test', url }) },
    );
    onTestFinished(() => started?.stop());
    expect(await reasonOf(folder)).toContain('"near" in ');
    await write(folder, 'work/.vscode/mcp.json', { servers: { far: { url: 'http://localhost:7421/mcp' } } });
    expect(await reasonOf(folder)).toBe('it is offered');
  });

  it('offers nothing of a file that the editor reads itself', async () => {
    const folder = await createTestFolder();
    await rm(join(folder.path, 'toolyard.json'));
    const portable = await write(folder, 'work/.mcp.json', { mcpServers: { a: { command: 'a' } } });
    expect(await reasonOf(folder)).toBe(`the editor starts the servers of ${portable} itself`);
    const named = await write(folder, 'work/.vscode/mcp.json', { servers: { a: { command: 'a' } } });
    expect(await reasonOf(folder, { named: { config: named } })).toBe(
      `the editor starts the servers of ${named} itself`,
    );
  });

  it('offers nothing where there are no servers or the file is wrong, and sees when that changes', async () => {
    const folder = await createTestFolder();
    const file = await write(folder, 'work/toolyard.json', { mcpServers: {} });
    expect(await reasonOf(folder)).toBe(`${file} has no servers`);
    await write(folder, 'work/toolyard.json', '{ "mcpServers": ');
    expect(await reasonOf(folder)).toContain('toolyard.json');
    await rm(file);
    const missing = await find(folder);
    expect(missing).toEqual({
      offer: { kind: 'withheld', reason: 'there is no configuration with servers' },
      files: [file],
    });
  });
});

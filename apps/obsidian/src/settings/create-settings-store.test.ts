import type { JsonObject } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { FORMER_DATA } from '../../test/fakes/former-data.ts';
import { createSettingsStore, type SettingsApp } from './create-settings-store.ts';
import type { SettingsStore } from './settings-store.ts';

/** data.json and what lies beside it. */
class FakeFolder implements SettingsApp {
  readonly files = new Map<string, string>();
  writes = 0;

  constructor(data?: unknown) {
    if (data !== undefined) this.files.set('data.json', typeof data === 'string' ? data : JSON.stringify(data));
  }

  get data(): JsonObject {
    return JSON.parse(this.files.get('data.json') ?? 'null') as JsonObject;
  }

  get backups(): readonly string[] {
    return [...this.files].filter(([name]) => name !== 'data.json').map(([, text]) => text);
  }

  readData = async (): Promise<string | undefined> => this.files.get('data.json');
  writeData = async (value: JsonObject): Promise<void> => {
    this.writes++;
    this.files.set('data.json', JSON.stringify(value));
  };
  backUpData = async (name: string, text: string): Promise<void> => void this.files.set(name, text);
}

const SERVER = { id: '1', name: 'files', enabled: true, command: 'npx', args: ['x'], future: { kept: true } };
const HEALTH = { failureCount: 0, autoDisabled: false, sectionBindings: [] };

async function open(data?: unknown): Promise<{ folder: FakeFolder; store: SettingsStore }> {
  const folder = new FakeFolder(data);
  return { folder, store: await createSettingsStore(folder) };
}

describe('the settings store', () => {
  it('has defaults where there is no data.json, and writes nothing by reading', async () => {
    const { folder, store } = await open();
    expect(store.data).toMatchObject({ servers: [], timeoutMs: 30_000, concurrentLimit: 25, sessionLimit: 25 });
    expect([store.problems, store.readOnly, folder.writes]).toEqual([[], undefined, 0]);
  });

  it('writes changes with the version, and keeps what it does not know', async () => {
    const { folder, store } = await open({
      theirs: [1],
      mcpServers: [SERVER, { command: 'nameless' }],
      mcpSessionLimit: 5,
    });
    await store.change(() => ({ timeoutMs: 5000 }));
    expect(folder.data).toEqual({
      theirs: [1],
      version: 1,
      mcpServers: [{ ...SERVER, ...HEALTH }, { command: 'nameless' }],
      mcpGlobalTimeout: 5000,
      mcpConcurrentLimit: 25,
      mcpSessionLimit: 5,
    });
    expect(store.data.timeoutMs).toBe(5000);
    expect(folder.backups).toEqual([]);
  });

  it('keeps what it cannot use, until something else is set in its place', async () => {
    const binding = { sectionType: 'block', blockId: 'x' };
    const strange = { enabled: 'yes', lastConnectedAt: '2026', failureCount: null, sectionBindings: [5, binding] };
    const data = { mcpServers: [{ ...SERVER, ...strange }], mcpSessionLimit: '50', mcpNaming: 'mine' };
    const { folder, store } = await open(data);
    await store.change(() => ({ timeoutMs: 5000 }));
    const kept = { ...SERVER, ...strange, autoDisabled: false, sectionBindings: [binding, 5] };
    expect(folder.data).toMatchObject({ ...data, mcpServers: [kept] });
    await store.change(({ servers }) => ({
      sessionLimit: 30,
      servers: servers.map((server) => ({
        ...server,
        enabled: true,
        health: { failureCount: 2, autoDisabled: false, lastConnectedAt: 7 },
      })),
    }));
    const changed = { ...kept, enabled: true, lastConnectedAt: 7, failureCount: 2 };
    expect(folder.data).toMatchObject({ mcpSessionLimit: 30, mcpNaming: 'mine', mcpServers: [changed] });
  });

  it('tells of changes, and writes nothing where there is none', async () => {
    const { folder, store } = await open({ mcpServers: [SERVER] });
    let told = 0;
    const stop = store.on(() => told++);
    await store.change(({ servers }) => ({ servers: [...servers] }));
    expect([told, folder.writes]).toEqual([0, 0]);
    await store.change(() => ({ sessionLimit: -1 }));
    expect([told, folder.writes]).toEqual([1, 1]);
    stop();
    await store.change(() => ({ sessionLimit: 3 }));
    expect(told).toBe(1);
  });

  it('changes what is in the file at that moment, also where nobody told of it', async () => {
    const { folder, store } = await open({ mcpServers: [SERVER] });
    folder.files.set('data.json', JSON.stringify({ mcpServers: [SERVER], mcpConcurrentLimit: 2 }));
    await Promise.all([store.change(() => ({ sessionLimit: 3 })), store.change(() => ({ timeoutMs: 2000 }))]);
    expect(folder.data).toMatchObject({ mcpConcurrentLimit: 2, mcpSessionLimit: 3, mcpGlobalTimeout: 2000 });
  });

  it('follows the file when it is read again', async () => {
    const { folder, store } = await open({ mcpServers: [SERVER] });
    folder.files.set('data.json', JSON.stringify({ mcpServers: [{ ...SERVER, enabled: false }] }));
    await store.reload();
    expect(store.data.servers).toMatchObject([{ name: 'files', enabled: false }]);
  });

  it('migrates the form of earlier settings with the first change, after a backup', async () => {
    const { folder, store } = await open(FORMER_DATA);
    expect(folder.backups).toEqual([]);
    expect(store.data.bindings).toEqual([{ document: '**', heading: '# Note', server: 'time', inherit: true }]);
    await store.change(() => ({ sessionLimit: 7 }));
    expect(folder.backups).toEqual([JSON.stringify(FORMER_DATA)]);
    const [server] = folder.data['mcpServers'] as JsonObject[];
    const [{ dockerConfig, sectionBindings }] = FORMER_DATA.mcpServers;
    expect(server).toMatchObject({ id: '1', name: 'time', docker: dockerConfig, sectionBindings });
    expect(server).not.toHaveProperty('dockerConfig');
    await store.change(() => ({ sessionLimit: 8 }));
    expect(folder.backups).toHaveLength(1);
  });

  it.each([
    ['{ "mcpServers": [', 'the file is not valid JSON ('],
    ['[1]', 'the file is not a JSON object'],
    ['{"mcpServers": {}}', '"mcpServers" is not a list'],
    ['{"version": "x"}', '"version" is not a number'],
  ])('never overwrites %s, and keeps a copy of it', async (text, reason) => {
    const { folder, store } = await open(text);
    expect(store.readOnly).toContain(`The settings of Toolyard in data.json cannot be used: ${reason}`);
    expect(store.readOnly).toMatch(
      /A copy of the file is in data-backup-[0-9a-f]{8}\.json, beside it\. Mend data\.json or remove it; /,
    );
    expect(folder.backups).toEqual([text]);
    await expect(store.change(() => ({ sessionLimit: 1 }))).rejects.toMatchObject({ code: 'config-invalid' });
    expect([folder.writes, folder.files.get('data.json')]).toEqual([0, text]);
    folder.files.set('data.json', JSON.stringify({ mcpServers: [SERVER] }));
    await store.change(() => ({ sessionLimit: 1 }));
    expect(store.readOnly).toBeUndefined();
  });

  it('never overwrites a broken file of which no copy could be made, and says so', async () => {
    const folder = new FakeFolder('{');
    folder.backUpData = () => Promise.reject(new Error('the disk is full'));
    const store = await createSettingsStore(folder);
    expect(store.readOnly).toMatch(
      /No copy of the file could be made \(the disk is full\)\. Mend data\.json or remove it; until then nothing is written to it\.$/,
    );
    await expect(store.change(() => ({ sessionLimit: 1 }))).rejects.toMatchObject({ message: store.readOnly });
    expect([folder.writes, folder.files.get('data.json')]).toEqual([0, '{']);
  });

  it('leaves a newer version alone, without a copy', async () => {
    const newer = JSON.stringify({ version: 2, mcpServers: [SERVER] });
    const { folder, store } = await open(newer);
    expect(store.data.servers).toEqual([]);
    expect(store.readOnly).toBe(
      'The settings of Toolyard in data.json cannot be used: the file is of version 2, which is newer than this plugin. ' +
        'Update the plugin. Until then nothing is written to the file.',
    );
    await expect(store.change(() => ({ sessionLimit: 1 }))).rejects.toMatchObject({ message: store.readOnly });
    expect([folder.files.get('data.json'), folder.backups]).toEqual([newer, []]);
  });

  it('goes on with the last settings that could be used', async () => {
    const { folder, store } = await open({ mcpServers: [SERVER] });
    folder.files.set('data.json', '{');
    await store.reload();
    expect([store.data.servers.length, store.readOnly === undefined]).toEqual([1, false]);
  });

  it.each([
    [{ timeoutMs: 5 }, 'timeoutMs'],
    [{ servers: [{ id: '2', name: 'a b', definition: { command: 'x' } }] }, 'Call it "a-b", for example.'],
    [
      { servers: [{ id: '2', name: 'python', definition: { command: 'x' } }] },
      '"python" is the language of other code blocks.',
    ],
    [{ servers: [{ id: '2', name: 'b', definition: {} }] }, 'Server "b": '],
    [{ servers: [{ id: '2', name: 'b', definition: { command: 5 } }] }, 'Server "b": command: '],
  ])('refuses %j, and writes nothing', async (change, message) => {
    const { folder, store } = await open({ mcpServers: [] });
    const edit = store.change(({ servers }) => ({
      ...('timeoutMs' in change && change),
      ...('servers' in change && {
        servers: [
          ...servers,
          ...change.servers.map((server) => ({
            ...server,
            enabled: false,
            health: { failureCount: 0, autoDisabled: false },
            sectionBindings: [],
          })),
        ],
      }),
    }));
    await expect(edit).rejects.toThrow(message);
    expect(folder.writes).toBe(0);
  });

  it('keeps a server whose name or definition was wrong before', async () => {
    const { store } = await open({
      mcpServers: [
        { ...SERVER, name: 'python' },
        { id: '2', name: 'My server' },
      ],
    });
    await store.change(({ servers }) => ({ servers: servers.map((server) => ({ ...server, enabled: false })) }));
    expect(store.data.servers.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['python', false],
      ['My server', false],
    ]);
  });
});

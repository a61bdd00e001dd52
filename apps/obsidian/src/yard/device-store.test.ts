import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeNoteApp, type FakeNoteApp } from '../../test/fakes/fake-note-app.ts';
import { parsePluginData } from '../settings/parse-plugin-data.ts';
import type { PluginData } from '../settings/plugin-data.ts';
import { createVaultSecrets } from './create-vault-secrets.ts';
import { openDeviceStore, type DeviceStore } from './device-store.ts';
import { configurationFileOf, createVaultConfiguration, type VaultConfiguration } from './vault-configuration.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-device-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openDevice(folder: string, vault = 'vault'): ReturnType<typeof openDeviceStore> {
  const env = { TOOLYARD_STATE_DIR: join(folder, 'state') };
  return openDeviceStore({ env, homeDir: folder, platform: 'linux' }, join(folder, vault));
}

function createData(...servers: readonly object[]): PluginData {
  return parsePluginData({ mcpServers: servers.map((server) => ({ enabled: true, ...server })) }).data;
}

interface Bench {
  readonly app: FakeNoteApp;
  readonly closing: AbortController;
  readonly device: DeviceStore;
  readonly vault: VaultConfiguration;
  readonly settings: { data: PluginData };
}

async function createBench(data: PluginData, folder = createFolder()): Promise<Bench> {
  const device = await openDevice(folder);
  const app = createFakeNoteApp(join(folder, 'vault'));
  const settings = { data };
  const secrets = createVaultSecrets(app, { env: {} }, configurationFileOf(device));
  const closing = new AbortController();
  const vault = createVaultConfiguration({ app, settings, device, secrets, signal: closing.signal });
  return { app, closing, device, vault, settings };
}

const read = ({ device }: Bench): { mcpServers: Record<string, object>; toolyard: object } =>
  JSON.parse(readFileSync(configurationFileOf(device), 'utf8'));

describe('the configuration of a device', () => {
  it('has the servers that were approved, and no other', async () => {
    const bench = await createBench(
      createData({ name: 'a', command: 'one' }, { name: 'b', url: 'https://example.com/mcp' }),
    );
    await bench.vault.prepare(['a']);
    expect(read(bench)).toEqual({
      mcpServers: { a: { start: 'lazy', cwd: join(bench.device.folder, 'work'), command: 'one', enabled: true } },
      toolyard: {
        timeoutMs: 30_000,
        concurrentLimit: 25,
        sessionLimit: 25,
        naming: 'safe',
        keepHistory: true,
        bindings: [],
      },
    });
    expect(bench.vault.findUnapproved()).toEqual([
      { name: 'b', entry: { start: 'lazy', url: 'https://example.com/mcp' } },
    ]);
    // Files of a vault would decide what runs there.
    expect(statSync(join(bench.device.folder, 'work')).isDirectory()).toBe(true);
    expect(statSync(configurationFileOf(bench.device)).mode & 0o077).toBe(0);
    expect(statSync(join(bench.device.folder, 'device.json')).mode & 0o077).toBe(0);
  });

  it('loses a server whose definition changed, and says what was approved, also when it is opened again', async () => {
    const folder = createFolder();
    const first = await createBench(createData({ name: 'a', command: 'one' }), folder);
    await first.vault.prepare(['a']);
    const changed = await createBench(createData({ name: 'a', command: 'two' }), folder);
    await changed.vault.write();
    expect(read(changed).mcpServers).toEqual({});
    const before = { start: 'lazy', command: 'one' };
    expect(changed.vault.findUnapproved()).toMatchObject([{ before, entry: { command: 'two' } }]);
    // What was approved once is known when it comes back.
    changed.settings.data = first.settings.data;
    await changed.vault.write();
    expect(Object.keys(read(changed).mcpServers)).toEqual(['a']);
  });

  it('follows the switch of a server without asking again', async () => {
    const bench = await createBench(createData({ name: 'a', command: 'one' }));
    await bench.vault.prepare(['a']);
    bench.settings.data = createData({ name: 'a', command: 'one', enabled: false });
    expect(bench.vault.findUnapproved()).toEqual([]);
    await bench.vault.write();
    expect(read(bench).mcpServers['a']).toMatchObject({ enabled: false });
  });

  it('takes no trust from a vault, and forgets its own where another definition is approved', async () => {
    const bench = await createBench(createData({ name: 'a', command: 'one', trust: true }));
    await bench.vault.prepare(['a']);
    expect(read(bench).mcpServers['a']).not.toHaveProperty('trust');
    await bench.vault.decide((record) => ({
      ...record,
      approved: { a: { entry: record.approved['a']?.entry ?? {}, trust: true } },
    }));
    expect(read(bench).mcpServers['a']).toMatchObject({ trust: true });
    bench.settings.data = createData({ name: 'a', command: 'two' });
    await bench.vault.prepare(['a']);
    expect(read(bench).mcpServers['a']).not.toHaveProperty('trust');
  });

  it('writes nothing where a definition is wrong, and remembers no approval of it', async () => {
    const bench = await createBench(createData({ name: 'a', command: 5 }));
    await expect(bench.vault.prepare(['a'])).rejects.toMatchObject({ code: 'config-invalid' });
    expect(existsSync(configurationFileOf(bench.device))).toBe(false);
    expect(bench.device.record.approved).toEqual({});
  });

  it('has no server whose approval could not be remembered', async () => {
    const bench = await createBench(createData({ name: 'a', command: 'one' }));
    mkdirSync(bench.device.folder, { recursive: true });
    writeFileSync(join(bench.device.folder, 'device.json'), '{');
    await expect(bench.vault.prepare(['a'])).rejects.toMatchObject({ code: 'state-refused' });
    expect(existsSync(configurationFileOf(bench.device))).toBe(false);
    expect(bench.device.record.approved).toEqual({});
  });

  it('keeps what another load of the plugin approved', async () => {
    const folder = createFolder();
    const data = createData({ name: 'a', command: 'one' }, { name: 'b', command: 'two' });
    const [former, next] = [await createBench(data, folder), await createBench(data, folder)];
    await next.vault.prepare(['b']);
    await former.vault.prepare(['a']);
    expect(Object.keys(former.device.record.approved)).toEqual(['b', 'a']);
    expect(Object.keys(read(former).mcpServers)).toEqual(['a', 'b']);
  });

  it('stays as it is where the plugin is closed while a person is asked, whatever they answer', async () => {
    const bench = await createBench(createData({ name: 'a', command: 'one' }, { name: 'b', command: 'two' }));
    const closed = new ToolyardError('interrupted', 'Toolyard was closed.');
    bench.app.answers.onAsked = async () => bench.closing.abort(closed);
    await expect(bench.vault.prepare(['a', 'b'])).rejects.toBe(closed);
    await expect(bench.vault.prepare(['b'])).rejects.toBe(closed);
    await expect(bench.vault.write()).rejects.toBe(closed);
    await expect(bench.vault.atOnce(() => Promise.reject(new Error('was done')))).rejects.toBe(closed);
    expect(bench.app.asked).toMatchObject([{ name: 'a' }]);
    expect(existsSync(bench.device.folder)).toBe(false);
  });

  it('is another one for another vault', async () => {
    const folder = createFolder();
    expect((await openDevice(folder, 'other')).folder).not.toBe((await openDevice(folder)).folder);
  });
});

it.each(['{', '{"version":2,"approved":{}}', '{"version":1}'])(
  'approves nothing by a record that is %s, and leaves it',
  async (text) => {
    const folder = createFolder();
    const bench = await createBench(createData({ name: 'a', command: 'one' }), folder);
    await bench.vault.prepare(['a']);
    const file = join(bench.device.folder, 'device.json');
    writeFileSync(file, text);
    const device = await openDevice(folder);
    expect(device.record.approved).toEqual({});
    expect(device.problem).toContain('What was approved on this device cannot be read from');
    await expect(device.change((record) => record)).rejects.toMatchObject({ code: 'state-refused' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

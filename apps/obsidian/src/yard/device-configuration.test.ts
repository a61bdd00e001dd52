import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parsePluginData } from '../settings/parse-plugin-data.ts';
import type { PluginData } from '../settings/plugin-data.ts';
import { createDeviceConfiguration, type DeviceConfiguration } from './device-configuration.ts';

const VAULT = '/home/you/vault';

function createDevice(vault = VAULT, folder = mkdtempSync(join(tmpdir(), 'toolyard-device-'))): DeviceConfiguration {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { TOOLYARD_STATE_DIR: join(folder, 'state') };
  return createDeviceConfiguration({ env, homeDir: folder, platform: 'linux' }, vault);
}

function createData(...servers: readonly object[]): PluginData {
  return parsePluginData({ mcpServers: servers.map((server) => ({ enabled: true, ...server })) }).data;
}

const read = ({ file }: DeviceConfiguration): { mcpServers: Record<string, object>; toolyard: object } =>
  JSON.parse(readFileSync(file, 'utf8'));

describe('the configuration of a device', () => {
  it('has the servers that were approved, and no other', async () => {
    const device = createDevice();
    const data = createData({ name: 'a', command: 'one' }, { name: 'b', url: 'https://example.com/mcp' });
    await device.write(data, ['a']);
    expect(read(device)).toEqual({
      mcpServers: { a: { start: 'lazy', cwd: VAULT, command: 'one', enabled: true } },
      toolyard: { timeoutMs: 30_000, concurrentLimit: 25, sessionLimit: 25, bindings: [] },
    });
    expect(await device.findUnapproved(data, ['a', 'b'])).toEqual([
      { name: 'b', entry: { start: 'lazy', url: 'https://example.com/mcp' } },
    ]);
    expect(statSync(device.file).mode & 0o077).toBe(0);
  });

  it('loses a server whose definition changed, and says what was approved', async () => {
    const device = createDevice();
    await device.write(createData({ name: 'a', command: 'one' }), ['a']);
    const changed = createData({ name: 'a', command: 'two' });
    const before = { start: 'lazy', cwd: VAULT, command: 'one' };
    expect(await device.findUnapproved(changed, ['a'])).toMatchObject([{ before, entry: { command: 'two' } }]);
    await device.write(changed, []);
    expect(read(device).mcpServers).toEqual({});
  });

  it('follows the switch of a server without asking again', async () => {
    const device = createDevice();
    await device.write(createData({ name: 'a', command: 'one' }), ['a']);
    const off = createData({ name: 'a', command: 'one', enabled: false });
    expect(await device.findUnapproved(off, ['a'])).toEqual([]);
    await device.write(off, []);
    expect(read(device).mcpServers['a']).toMatchObject({ enabled: false });
  });

  it('takes no trust from a vault', async () => {
    const device = createDevice();
    await device.write(createData({ name: 'a', command: 'one', trust: true }), ['a']);
    expect(read(device).mcpServers['a']).not.toHaveProperty('trust');
  });

  it('writes nothing where a definition is wrong', async () => {
    const device = createDevice();
    const wrong = device.write(createData({ name: 'a', command: 5 }), ['a']);
    await expect(wrong).rejects.toMatchObject({ code: 'config-invalid' });
    expect(existsSync(device.file)).toBe(false);
  });

  it('is another one for another vault', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolyard-device-'));
    expect(createDevice('/home/you/other', folder).file).not.toBe(createDevice(VAULT, folder).file);
  });
});

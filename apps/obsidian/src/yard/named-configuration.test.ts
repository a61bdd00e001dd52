import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openYard } from '@toolyard/host';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, createBench, createHost, defineServer, soon, two } from '../../test/fakes/plugin-bench.ts';

describe('a configuration file that the user names', () => {
  it('takes the place of the vault, on this device only', async () => {
    const bench = await createBench(two);
    const file = join(bench.folder, 'mine.json');
    const { name: _name, id: _id, ...definition } = defineServer(bench.mark, 'own');
    writeFileSync(file, JSON.stringify({ mcpServers: { own: { ...definition, start: 'lazy' } } }));
    const before = readFileSync(bench.app.dataFile, 'utf8');
    await bench.servers.useFile(file);
    expect(bench.servers.namedFile()).toEqual({ file });
    expect(bench.servers.list()).toMatchObject([{ name: 'own', isOn: true }]);
    expect(await call(bench, 'own')).toBe('success');
    expect(bench.app.asked).toEqual([]);
    await expect(bench.servers.remove('own')).rejects.toThrow(
      `The servers are those of ${file}. Change them in that file.`,
    );
    await bench.servers.switchServer('own', false);
    expect(bench.view('own')).toMatchObject({ isOn: false });
    expect(readFileSync(bench.app.dataFile, 'utf8')).toBe(before);
    await bench.servers.useFile(undefined);
    await soon(() => bench.pids('own')).toEqual([]);
    expect(bench.servers.list().map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('is used through the yard that runs on it, and by one of its own when that ends', async () => {
    const bench = await createBench(two);
    const file = join(bench.folder, 'mine.json');
    const { name: _name, id: _id, ...definition } = defineServer(bench.mark, 'own');
    writeFileSync(file, JSON.stringify({ mcpServers: { own: definition } }));
    const running = await openYard(createHost(bench.folder), { config: file });
    onTestFinished(() => running.close());
    await running.yard.settled({ signal: new AbortController().signal });
    const pids = bench.pids('own');
    await bench.servers.useFile(file);
    expect(await call(bench, 'own')).toBe('success');
    expect([bench.parts.yard.opened?.isJoined, bench.pids('own')]).toEqual([true, pids]);
    await running.close();
    await soon(() => bench.parts.yard.opened).toBeUndefined();
    expect(await call(bench, 'own')).toBe('success');
    expect(bench.parts.yard.opened?.isJoined).toBe(false);
  });

  it('is refused in the vault, and where it is no configuration', async () => {
    const bench = await createBench(two);
    const inVault = join(bench.app.vaultFolder, 'toolyard.json');
    writeFileSync(inVault, JSON.stringify({ mcpServers: {} }));
    await expect(bench.servers.useFile(inVault)).rejects.toThrow('it lies in the vault, which others may change');
    await expect(bench.servers.useFile(join(bench.folder, 'none.json'))).rejects.toThrow('there is no such file');
    await expect(bench.servers.useFile('toolyard.json')).rejects.toThrow('it is no absolute path');
    expect(bench.servers.namedFile()).toBeUndefined();
    expect(existsSync(join(bench.folder, 'state'))).toBe(false);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { socketPathOf } from '@toolyard/node';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createMarker, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import type { RawClient } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { runToolyard } from '../cli/run-toolyard.ts';
import { createSharedFolder, readJson, runIn } from './shared-folder.ts';

interface Opened {
  readonly place: YardFolder;
  readonly client: RawClient;
  readonly marker: string;
}

async function open(): Promise<Opened> {
  const marker = createMarker();
  const place = createSharedFolder({ one: fixture('echo', [], marker), two: fixture('echo', [], marker) });
  const client = await openGateway(place);
  expect(await client.toolNames()).toHaveLength(6);
  return { place, client, marker };
}

it('shows the servers of the running yard without starting any process', async () => {
  const { place, marker } = await open();
  const before = findProcesses(marker);
  expect(before).toHaveLength(2);
  expect(await readJson(place, 'status')).toMatchObject({
    yard: 'running',
    servers: [
      { key: 'one', state: 'running', tools: 3, failures: 0, lastConnectedAt: expect.any(String) },
      { key: 'two', state: 'running', tools: 3 },
    ],
  });
  const shown = await runIn(place, 'status');
  expect(shown.stderr).toBe(`These are the servers of the Toolyard that runs ${place.file}.\n`);
  expect(await readJson(place, 'tools', '--server', 'two')).toHaveLength(3);
  expect(await readJson(place, 'call', 'two:add', 'a=1', 'b=2')).toMatchObject({ structuredContent: { sum: 3 } });
  const pid = JSON.parse((await runIn(place, 'call', 'one:process')).stdout).pid;
  expect(findProcesses(marker)).toEqual(before);
  expect(before).toContain(pid);
});

it('is found from a terminal, whose variables clients do not pass on', async () => {
  const { place } = await open();
  const env = { XDG_RUNTIME_DIR: place.folder, TMPDIR: place.folder };
  const { stdout } = await runToolyard(['status', '--json', '--config', place.file], { cwd: place.folder, env });
  expect(JSON.parse(stdout)).toMatchObject({ yard: 'running' });
});

it('takes the tools of a server away from a connected client and gives them back', async () => {
  const { place, client, marker } = await open();
  expect(await readJson(place, 'disable', 'one')).toMatchObject({
    key: 'one',
    enabled: false,
    yard: 'running',
    server: { state: 'disabled', tools: 0 },
  });
  await client.saw(({ method }) => method === 'notifications/tools/list_changed');
  expect(await client.toolNames()).toEqual(['two__echo', 'two__add', 'two__process']);
  expect(findProcesses(marker)).toHaveLength(1);
  expect((await client.call('one__add', { a: 1, b: 1 })).result).toMatchObject({ isError: true });

  expect((await runIn(place, 'enable', 'one')).stdout).toBe('Server "one" is enabled and running with 3 tools.\n');
  expect(await client.toolNames()).toHaveLength(6);
});

it.runIf(process.getuid?.() === 0)('lets no other user of the machine in', async () => {
  const { place } = await open();
  const userId = process.getuid?.() ?? 0;
  const path = await socketPathOf({ platform: process.platform, userId, configFile: place.file });
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700);
  const script = `require('node:net').connect(${JSON.stringify(path)})
    .on('connect', () => { console.log('connected'); process.exit(); })
    .on('error', (error) => { console.log(error.code); process.exit(); })`;
  const stranger = spawn(process.execPath, ['-e', script], { uid: 65_534, gid: 65_534, cwd: '/' });
  // A Node that the stranger may not run is no answer either.
  const failed = once(stranger, 'error').then(([error]) => Promise.reject(error));
  const [answer] = await Promise.race([once(stranger.stdout, 'data'), failed]);
  expect(String(answer)).toBe('EACCES\n');
  await once(stranger, 'close');
});

it('runs beside the running yard where it has to look different', async () => {
  const { place, marker } = await open();
  const other = await openGateway(place, { words: ['--naming', 'dot'] });
  expect(await other.toolNames()).toContain('one.add');
  // The tools are known from the first, so the list does not wait for servers.
  await waitUntil(() => findProcesses(marker).length === 4, 20_000);
  expect(await readJson(place, 'tools')).toContainEqual(expect.objectContaining({ id: 'one:add', name: 'one__add' }));
});

it('shows those who join the names of the configuration, whatever its own client wants', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ one: fixture('echo', [], marker) });
  const client = await openGateway(place, { program: 'mcp-simple-aggregator' });
  expect(await client.toolNames()).toContain('one:add');
  const joined = await openGateway(place);
  expect(await joined.toolNames()).toContain('one__add');
  expect(findProcesses(marker)).toHaveLength(1);
});

it('shows the log of all servers, or of one', async () => {
  const { place } = await open();
  const all = (await runIn(place, 'logs', '--json', '--debug')).stdout.trimEnd().split('\n');
  expect(all.map((line) => JSON.parse(line).server)).toEqual(expect.arrayContaining(['one', 'two']));
  const one = await runIn(place, 'logs', 'one', '--level', 'debug');
  expect(one.stdout).toMatch(/^\d{4}-\d\d-\d\d [\d:.]+Z debug {3}one: is running/m);
  expect(one.stdout).not.toContain('two: ');
  const last = await runIn(place, 'logs', '--tail', '1', '--debug');
  expect(last.stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(await runIn(place, 'logs', '--tail', '0', '--debug')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await runIn(place, 'logs', 'one')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /^No lines about server "one" of level info or above; use --debug to see all \d+\.\n$/,
    ),
  });
  expect(await runIn(place, 'logs', 'onne')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'Server not found: onne\nDid you mean one?\n',
  });
  const wrong = await runToolyard(['logs', '--config', `${place.folder}/nothing.json`], { cwd: place.folder });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: `${place.folder}/nothing.json: $: Config file not found; check its path\n`,
  });
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createMarker, fixture } from '../harness/create-yard-folder.ts';
import { textOf } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { runToolyard, startToolyard } from '../cli/run-toolyard.ts';
import { edit, expectNoCallLost, sawTools, toolsOf } from './edit-servers.ts';
import { createSharedFolder, runIn } from './shared-folder.ts';

it('loses no call on servers that did not change while the file is edited', () => expectNoCallLost(10));

it('keeps the running configuration where the file is broken, and says what is wrong', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  const client = await openGateway(place);
  await client.toolNames();
  edit(place, { echo: { command: 1 }, more: { command: 2 } });
  await waitUntil(() => client.stderr.includes('$.mcpServers.more.command'), 20_000);
  const lines = client.stderr.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(
      /Keeping the running configuration: .*\$\.mcpServers\.echo\.command: command must be a string/,
    ),
    expect.stringMatching(/\$\.mcpServers\.more\.command: command must be a string, not a number$/),
  ]);
  const { stdout, stderr } = await runIn(place, 'status');
  expect(stdout).toMatch(/^echo +running/m);
  expect(stderr).toContain('Keeping the running configuration: ');
  expect(textOf(await client.call('echo__add', { a: 1, b: 1 }))).toBe('2');
  edit(place, { next: fixture('echo') });
  await sawTools(client, toolsOf('next'));
});

it('keeps running and says so where the file is removed, and goes on with the file when it is back', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  const client = await openGateway(place);
  await client.toolNames();
  rmSync(place.file);
  await waitUntil(() => client.stderr.includes('Config file was removed'), 20_000);
  expect(textOf(await client.call('echo__add', { a: 1, b: 1 }))).toBe('2');
  const status = JSON.parse((await runIn(place, 'status', '--json')).stdout);
  expect(status).toMatchObject({
    configurationProblem: `Keeping the running configuration: ${place.file}: $: Config file was removed; put it back, or stop Toolyard`,
    servers: [{ key: 'echo', state: 'running' }],
  });
  edit(place, { next: fixture('echo') });
  await sawTools(client, toolsOf('next'));
  expect(JSON.parse((await runIn(place, 'status', '--json')).stdout).configurationProblem).toBeUndefined();
});

it('takes over a file in which a server misses variables, and fails that one alone', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  const client = await openGateway(place);
  await client.toolNames();
  const lacking = { command: 'x', args: ['$LACKING_ONE', '$LACKING_TWO'] };
  edit(place, { next: fixture('echo'), lacking, off: { command: '$LACKING_ONE', enabled: false } });
  await sawTools(client, toolsOf('next'));
  const { stdout } = await runIn(place, 'status', '--json');
  expect(JSON.parse(stdout).servers).toMatchObject([
    { key: 'next', state: 'running' },
    { key: 'lacking', state: 'failed', phase: 'startup', code: 'missing_env_var' },
    { key: 'off', state: 'disabled' },
  ]);
  expect(client.stderr).toContain('$.mcpServers.lacking.args[1]: Missing environment variable: LACKING_TWO');
  const enabled = await runIn(place, 'enable', 'off', '--json');
  expect(enabled.code).toBe(0);
  expect(JSON.parse(enabled.stdout)).toMatchObject({
    enabled: true,
    server: { key: 'off', state: 'failed', code: 'missing_env_var' },
  });
  edit(place, { lacking });
  await waitUntil(() => client.stderr.includes('Keeping the running configuration: '), 20_000);
  expect(textOf(await client.call('next__add', { a: 1, b: 1 }))).toBe('2');
});

it('reads the file again on SIGHUP', async () => {
  const place = createSharedFolder({ echo: { ...fixture('echo', ['$WORD']), env: {} } });
  const client = await openGateway(place, { env: { WORD: 'one' } });
  await client.toolNames();
  client.child.kill('SIGHUP');
  expect(textOf(await client.call('echo__process'))).toContain('"argv":["one"]');
  edit(place, { echo: fixture('echo'), next: fixture('echo') });
  client.child.kill('SIGHUP');
  await sawTools(client, toolsOf('echo', 'next'));
  expect(client.stderr).toBe('');
});

it('does not apply a file that merely lies there and is not approved in its new form', async () => {
  const place = createSharedFolder({});
  const file = place.write('toolyard.json', { mcpServers: { echo: fixture('echo') } });
  const up = startToolyard(['up', '--yes', '--port', '0'], { cwd: place.folder });
  await up.saw('stdout', 'echo is running with 3 tools');
  place.write('toolyard.json', { mcpServers: { evil: fixture('echo') } });
  await up.saw('stderr', `${file} changed and the change is not approved, so the running configuration is kept.`);
  const status = await runToolyard(['status', '--json'], { cwd: place.folder });
  expect(JSON.parse(status.stdout)).toMatchObject({
    yard: 'running',
    configurationProblem: expect.stringContaining('the change is not approved'),
    servers: [{ key: 'echo', state: 'running' }],
  });

  const approved = await runToolyard(['approve', '--yes'], { cwd: place.folder });
  expect(approved.code).toBe(0);
  await up.saw('stdout', 'evil is running with 3 tools');
  await up.saw('stdout', 'echo was removed from the configuration');
  up.child.kill('SIGTERM');
  expect((await up.finished).code).toBe(0);
  expect(join(place.folder, 'toolyard.json')).toBe(file);
});

it('joins a yard that runs already with "toolyard up", and takes over when that ends', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ echo: fixture('echo', [], marker) });
  const client = await openGateway(place);
  await client.toolNames();
  const up = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
  await up.saw('stdout', '; joined it');
  expect(findProcesses(marker)).toHaveLength(1);
  await client.close();
  await up.saw('stdout', 'The Toolyard that ran the servers has stopped.');
  await waitUntil(() => findProcesses(marker).length === 1, 20_000);
  up.child.kill('SIGTERM');
  expect((await up.finished).code).toBe(0);
  expect(findProcesses(marker)).toEqual([]);
});

import { findProcesses, fixturePath, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createMarker, fixture } from '../harness/create-yard-folder.ts';
import { textOf } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, readJson, runIn } from './shared-folder.ts';

it('gives the tools of a server that was killed with -9 back in the same session', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ echo: fixture('echo', [], marker) }, { retryDelaysMs: [100, 100, 100] });
  const client = await openGateway(place);
  expect(await client.toolNames()).toContain('echo__add');
  const [server] = findProcesses(marker);
  const before = client.messages.length;
  process.kill(server ?? 0, 'SIGKILL');
  const isAnnounced = (): boolean =>
    client.messages.slice(before).some(({ method }) => method === 'notifications/tools/list_changed');
  await waitUntil(isAnnounced, 20_000);
  await waitUntil(() => findProcesses(marker).some((pid) => pid !== server), 20_000);
  for (;;) if ((await client.toolNames()).includes('echo__add')) break;
  expect(textOf(await client.call('echo__add', { a: 1, b: 1 }))).toBe('2');
});

const MENDED_BY_A_FILE = (fixture: string): string => `
import { existsSync } from 'node:fs';
if (!existsSync('mended')) process.exit(3);
await import(${JSON.stringify(fixture)});
`;

it('brings a server that was given up back by "toolyard enable", in the session that missed it', async () => {
  const place = createSharedFolder(
    { weak: { command: process.execPath, args: ['weak.mjs'] } },
    { retryDelaysMs: [50, 50, 50] },
  );
  place.write('weak.mjs', MENDED_BY_A_FILE(fixturePath('echo.mjs')));
  const client = await openGateway(place);
  await waitUntil(() => client.stderr.includes('Toolyard gave up after 3 retries'), 30_000);
  expect(await client.toolNames()).toEqual([]);
  expect(await readJson(place, 'status')).toMatchObject({
    yard: 'running',
    servers: [{ key: 'weak', state: 'auto-disabled', failures: 4, retries: 3, autoDisabledAt: expect.any(String) }],
  });

  place.write('mended', '');
  const { code, stdout } = await runIn(place, 'enable', 'weak');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Server "weak" is enabled and running with 3 tools.\n' });
  await client.saw(({ method }) => method === 'notifications/tools/list_changed');
  expect(textOf(await client.call('weak__add', { a: 1, b: 1 }))).toBe('2');
});

it('remembers a switch for the next yard where none runs, until the entry changes', async () => {
  const entry = fixture('echo', ['${OTHER:-}']);
  const place = createSharedFolder({ echo: entry });
  const later = await runIn(place, 'disable', 'echo');
  expect(later).toMatchObject({ code: 0, stderr: '' });
  expect(later.stdout).toContain('Server "echo" is disabled. No Toolyard is running for this configuration');
  expect(await readJson(place, 'status')).toMatchObject({ yard: 'started', servers: [{ state: 'disabled' }] });
  const elsewhere = await openGateway(place, { env: { OTHER: 'x' } });
  expect(await elsewhere.toolNames()).toEqual([]);
  await elsewhere.close();
  expect(await readJson(place, 'enable', 'echo')).toEqual({ key: 'echo', enabled: true, yard: 'none' });
  expect(await readJson(place, 'status')).toMatchObject({ servers: [{ state: 'running' }] });
  await runIn(place, 'disable', 'echo');
  place.write('servers.json', { mcpServers: { echo: { ...entry, env: { MORE: '1' } } } });
  expect(await readJson(place, 'status')).toMatchObject({ servers: [{ state: 'running' }] });
});

it('puts variables into a server that the file disables once it is enabled', async () => {
  const entry = { ...fixture('echo', ['${SECRET_WORD}']), enabled: false };
  const place = createSharedFolder({ echo: entry });
  const client = await openGateway(place, { env: { SECRET_WORD: 'xyzzy' } });
  expect(await client.toolNames()).toEqual([]);
  expect((await runIn(place, 'enable', 'echo')).stdout).toContain('running with 3 tools');
  expect(textOf(await client.call('echo__process'))).toContain('"argv":["xyzzy"]');
  await client.close();

  const again = await openGateway(place, { env: { SECRET_WORD: 'xyzzy' } });
  expect(textOf(await again.call('echo__process'))).toContain('"argv":["xyzzy"]');
  await again.close();

  // Without the variable no server is left.
  const { code, stderr } = await runIn(place, 'status');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('Missing environment variable: SECRET_WORD'),
  });
});

it('says which key is near where there is no such server', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  expect(await runIn(place, 'enable', 'ecko')).toMatchObject({
    code: 2,
    stderr: 'Server not found: ecko\nDid you mean echo?\n',
  });
});

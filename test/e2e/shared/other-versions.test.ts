import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CONTROL_METHODS,
  createErrorResponse,
  createNotification,
  createResponse,
  DEFAULT_SETTINGS,
  type Link,
  type YardAbout,
} from '@toolyard/core';
import { listenExclusively, socketPathOf, stateFolderOf } from '@toolyard/node';
import { expect, it, onTestFinished } from 'vitest';
import { createYardFolder, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { startToolyard } from '../cli/run-toolyard.ts';
import { createApproved, scriptHook } from '../hooks/approved-workspace.ts';
import { createWorkspace } from '../hooks/create-workspace.ts';
import { createSharedFolder, readJson, runIn } from './shared-folder.ts';

/** How an event is handed over to whoever runs the hooks of a workspace. */
const ENTER = 'hooks/enter';

const NEWER = { program: 'toolyard background', version: '99.0.0', protocol: 1, isBackground: true, links: 1 };

/** A yard without servers that another version of Toolyard could be running here; gives the methods that it was asked for. */
async function hostOther({ file }: Pick<YardFolder, 'file'>, about: YardAbout): Promise<string[]> {
  return hostAt(file, {
    [CONTROL_METHODS.about]: about,
    [CONTROL_METHODS.follow]: {},
    [CONTROL_METHODS.catalogue]: {},
    [CONTROL_METHODS.state]: {
      servers: [],
      configuration: { servers: [], settings: DEFAULT_SETTINGS },
      calls: { active: [], history: [], stopped: false },
    },
    [CONTROL_METHODS.end]: {},
    initialize: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'other', version: '99.0.0' } },
  });
}

/** A program at the socket of a configuration, or of what else has one; gives the methods that it was asked for. */
async function hostAt(file: string, answers: Readonly<Record<string, object>>): Promise<string[]> {
  const asked: string[] = [];
  const onLink = (link: Link): void =>
    link.receive(({ id = 0, method = '' }) => {
      asked.push(method);
      if (method === CONTROL_METHODS.end) void close();
      if (method === ENTER) void link.send(createNotification('hooks/taken', { request: id }));
      const answer = answers[method];
      return link.send(
        answer === undefined
          ? createErrorResponse(id, { code: -32_601, message: `Method not found: ${method}` })
          : createResponse(id, JSON.stringify(answer)),
      );
    });
  const userId = process.getuid?.() ?? 0;
  const path = await socketPathOf({ platform: process.platform, userId, configFile: file });
  const socket = await listenExclusively({ path, onLink });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> | undefined => (closed ??= socket?.close());
  onTestFinished(close);
  return asked;
}

it('works with a running yard of another version that speaks the same protocol, and says so once', async () => {
  const place = createYardFolder();
  await hostOther(place, NEWER);
  const { code, stdout, stderr } = await runIn(place, 'status', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ yard: 'running', servers: [] });
  expect(stderr).toMatch(
    /^warning: The Toolyard that runs .*servers\.json is version 99\.0\.0, and this is version \d+\.\d+\.\d+\. They work together\. To use the newer version for both, update this Toolyard\.\n$/,
  );
});

it('serves from a running yard of another version, says so once, and keeps it out of the messages', async () => {
  const place = createYardFolder();
  const asked = await hostOther(place, NEWER);
  const { child, finished, saw } = startToolyard(['serve', '--config', place.file], { cwd: place.folder });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await saw('stdout', 'serverInfo');
  child.stdin.end();
  const { code, stdout, stderr } = await finished;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'other' } } });
  expect(stderr.split('is version 99.0.0, and this is version ')).toHaveLength(2);
  expect(asked).toContain('initialize');
});

it('says on stderr alone that hooks use a yard of another version', async () => {
  const hook = scriptHook('mark', { event: 'task.ended' }, 'process.exit(0)');
  const workspace = await createApproved([hook]);
  await hostOther({ file: workspace.config }, NEWER);
  const { code, stdout, stderr } = await workspace.hooks('fire', 'task.ended', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ hook: 'mark', status: 'success' }]);
  expect(stderr).toMatch(
    /^warning: The Toolyard that runs .*servers\.json is version 99\.0\.0, and this is version .*\n$/,
  );
});

it('says on stderr alone that another version runs the hooks', async () => {
  const workspace = createWorkspace();
  const asked = await hostAt(join(workspace.folder, '.toolyard engine'), {
    'hooks/about': { version: '0.0.1', protocol: 1, pid: 12 },
    [ENTER]: { records: [] },
  });
  const { code, stdout, stderr } = await workspace.hooks('fire', 'task.ended', '--json');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' });
  expect(asked).toEqual(['hooks/about', ENTER]);
  expect(stderr).toMatch(
    /^warning: The Toolyard that runs the hooks of .*work \(process 12\) is version 0\.0\.1, and this is version .*\. They work together\. To use the newer version for both, stop the running one where it was started, restart your clients, and start it again\.\n/,
  );
});

it('offers "down" where the running yard is older', async () => {
  const place = createYardFolder();
  const { version: _version, protocol: _protocol, ...old } = NEWER;
  await hostOther(place, { ...old, pid: 12 });
  const { code, stderr } = await runIn(place, 'tools', '--json');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^warning: The Toolyard that runs .* \(process 12\) is an older version, .* stop the running one with "toolyard down --config .*servers\.json", restart your clients, and start it again\.\n$/,
  );
});

it('refuses a running yard that it would misread, and ends it all the same', async () => {
  const place = createYardFolder({ echo: fixture('echo') });
  const asked = await hostOther(place, { ...NEWER, protocol: 99 });
  const refusal =
    /^The Toolyard that runs .* is version 99\.0\.0, and this is version .*\. They cannot work together\. Restart this program if Toolyard was updated meanwhile, or update this Toolyard, or stop the running one with "toolyard down --config .*servers\.json", then try again\./;
  expect(await readJson(place, 'status')).toEqual({
    error: { code: 'version-mismatch', message: expect.stringMatching(refusal) },
  });
  for (const words of [['call', 'echo:echo', 'text=x'], ['serve'], ['calls']]) {
    const { code, stderr } = await runIn(place, ...words);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
  }
  expect(new Set(asked)).toEqual(new Set([CONTROL_METHODS.about]));
  expect(await readJson(place, 'down')).toMatchObject({ yard: 'ended', version: '99.0.0' });
  expect(asked.at(-1)).toBe(CONTROL_METHODS.end);
  expect(await readJson(place, 'status')).toMatchObject({ yard: 'started', servers: [{ key: 'echo' }] });
});

it('sets aside what a newer Toolyard remembered, says so once, and loses nothing', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  await readJson(place, 'status');
  const servers = join(await stateFolderOf(join(place.folder, '.local/state/toolyard'), place.file), 'servers');
  const [name = ''] = readdirSync(servers);
  const file = join(servers, name);
  const newer = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: 2, more: 'x' });
  writeFileSync(file, newer);

  // Who only looks changes nothing.
  const looked = await runIn(place, 'doctor');
  expect(looked.stdout).toContain(`note   ${file} was written by a newer Toolyard; the next start renames it`);
  expect(readFileSync(file, 'utf8')).toBe(newer);

  const first = await runIn(place, 'status', '--json');
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({ servers: [{ key: 'echo', state: 'running' }] });
  expect(first.stderr.split('was written by a newer Toolyard')).toHaveLength(2);
  expect(first.stderr).toContain(
    `warning: ${file} was written by a newer Toolyard and is not used. It is kept as ${name}.newer-2. `,
  );
  expect(readFileSync(`${file}.newer-2`, 'utf8')).toBe(newer);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, key: 'echo' });

  expect((await runIn(place, 'status', '--json')).stderr).toBe('');
});

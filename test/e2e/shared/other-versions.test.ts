import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CONTROL_METHODS,
  createErrorResponse,
  createResponse,
  DEFAULT_SETTINGS,
  type Link,
  type YardAbout,
} from '@toolyard/core';
import { listenExclusively, socketPathOf, stateFolderOf } from '@toolyard/node';
import { expect, it, onTestFinished } from 'vitest';
import { createYardFolder, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { createSharedFolder, readJson, runIn } from './shared-folder.ts';

const NEWER = { program: 'toolyard background', version: '99.0.0', protocol: 1, isBackground: true, links: 1 };

/** A yard without servers that another version of Toolyard could be running here; gives the methods that it was asked for. */
async function hostOther({ file }: YardFolder, about: YardAbout): Promise<string[]> {
  const asked: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    [CONTROL_METHODS.about]: about,
    [CONTROL_METHODS.follow]: {},
    [CONTROL_METHODS.catalogue]: {},
    [CONTROL_METHODS.state]: {
      servers: [],
      configuration: { servers: [], settings: DEFAULT_SETTINGS },
      calls: { active: [], history: [], stopped: false },
    },
    [CONTROL_METHODS.end]: {},
  };
  const onLink = (link: Link): void =>
    link.receive(({ id = 0, method = '' }) => {
      asked.push(method);
      if (method === CONTROL_METHODS.end) void close();
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

it('offers "down" where the running yard is older', async () => {
  const place = createYardFolder();
  const { version: _version, protocol: _protocol, ...old } = NEWER;
  await hostOther(place, { ...old, pid: 12 });
  const { code, stderr } = await runIn(place, 'tools', '--json');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^warning: The Toolyard that runs .* \(process 12\) is an older version, .* stop the running one with "toolyard down" and start it again\.\n$/,
  );
});

it('refuses a running yard that it would misread, and ends it all the same', async () => {
  const place = createYardFolder({ echo: fixture('echo') });
  const asked = await hostOther(place, { ...NEWER, protocol: 99 });
  const refusal =
    /^The Toolyard that runs .* is version 99\.0\.0, and this is version .*\. They cannot work together\. Update this Toolyard, or stop the running one with "toolyard down", then try again\./;
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

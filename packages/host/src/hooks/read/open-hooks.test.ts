import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestHost } from '../../../test/create-test-host.ts';
import type { Host, Notice } from '../../ports/host.ts';
import { openHooks, openUncheckedHooks } from './open-hooks.ts';

let folder = '';
let told: Notice[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  told = [];
  await mkdir(join(folder, 'work', 'inner', '.toolyard'), { recursive: true });
  await mkdir(join(folder, 'work', '.toolyard'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function createHost(cwd: string): Host {
  const { surroundings } = createTestHost(folder);
  return createTestHost(folder, {
    surroundings: { ...surroundings, cwd: join(folder, cwd) },
    notify: (notice) => void told.push(notice),
  });
}

const RIGHT = '{ "version": 1, "hooks": [] }';
const WRONG = '{ "version": 2, "hooks": [] }';

function writeHooks(place: string, text: string): Promise<void> {
  return writeFile(join(folder, place, '.toolyard', 'hooks.json'), text);
}

it('sees everything from the workspace, wherever the host stands in it', async () => {
  await writeHooks('work/inner', RIGHT);
  await mkdir(join(folder, 'work', 'inner', 'deep'));
  const { workspace, host, surroundings, named } = await openHooks(createHost('work/inner/deep'), {
    config: 'toolyard.json',
  });
  expect(workspace).toBe(join(folder, 'work', 'inner'));
  expect([surroundings.cwd, host.surroundings.cwd]).toEqual([workspace, workspace]);
  expect(named).toEqual({ config: join(folder, 'work', 'inner', 'deep', 'toolyard.json') });
  expect(told).toEqual([]);
});

it('refuses files with something wrong, unless what is wrong is wanted', async () => {
  await writeHooks('work/inner', WRONG);
  const host = createHost('work/inner');
  await expect(openHooks(host, {})).rejects.toMatchObject({ code: 'config-invalid' });
  expect((await openUncheckedHooks(host, {})).findings).toMatchObject([{ path: '$.version', severity: 'error' }]);
});

it('tells of a file on the way to the workspace that is not used', async () => {
  await writeHooks('work', RIGHT);
  await writeFile(join(folder, 'elsewhere.json'), RIGHT);
  await symlink(join(folder, 'elsewhere.json'), join(folder, 'work', 'inner', '.toolyard', 'hooks.json'));
  const { workspace } = await openHooks(createHost('work/inner'), {});
  expect(workspace).toBe(join(folder, 'work'));
  expect(told).toMatchObject([{ level: 'warning', message: expect.stringContaining('inner') }]);
});

it('refuses a workspace that is no folder', async () => {
  await expect(openHooks(createHost('work'), { workspace: 'nowhere' })).rejects.toMatchObject({ code: 'usage' });
});

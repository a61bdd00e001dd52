import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess, type Ended } from '../../test/run-in-process.ts';

let home: string;
let file: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  file = join(home, 'work/.toolyard/hooks.json');
  await mkdir(join(home, 'work/.toolyard'), { recursive: true });
  await write(
    programHook('tag', 'Releases'),
    programHook('lint'),
    programHook('spell', 'Docs'),
    programHook('ship', 'Releases'),
  );
});
afterEach(() => rm(home, { recursive: true }));

function programHook(id: string, group?: string, event = 'manual'): object {
  const action = { type: 'custom', parameters: { command: 'node', args: ['--version'] } };
  return { id, ...(group === undefined ? {} : { group }), trigger: { event }, action };
}

function write(...hooks: readonly object[]): Promise<void> {
  return writeFile(file, JSON.stringify({ version: 1, hooks }));
}

function hooks(...words: readonly string[]): Promise<Ended> {
  const { PATH = '' } = process.env;
  const surroundings = { cwd: join(home, 'work'), homeDir: home, env: { PATH, HOME: home, NO_COLOR: '1' } };
  return runInProcess(['hooks', ...words], surroundings);
}

async function listedIds(...words: readonly string[]): Promise<string[]> {
  const listed: { id: string; state: string }[] = JSON.parse((await hooks('list', '--json', ...words)).stdout);
  return listed.map(({ id, state }) => `${id} ${state}`);
}

describe('groups of hooks', () => {
  it('are shown below their names, after the hooks that have none', async () => {
    const { code, stdout } = await hooks('list');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'ID     EVENT   RUNS  STATE         LAST RUN',
      'lint   manual  node  not approved  never',
      'Releases:',
      'tag    manual  node  not approved  never',
      'ship   manual  node  not approved  never',
      'Docs:',
      'spell  manual  node  not approved  never',
      '',
    ]);
    const listed: object[] = JSON.parse((await hooks('list', '--json')).stdout);
    expect(listed.map((hook) => 'group' in hook && hook.group)).toEqual(['Releases', false, 'Docs', 'Releases']);
  });

  it('narrow what is listed, approved and exported, and an approval outlives a change of them', async () => {
    expect(await listedIds('--group', 'Docs')).toEqual(['spell not approved']);
    expect((await hooks('approve', '--group', 'Releases', '--yes')).code).toBe(0);
    expect(await listedIds()).toEqual(['tag enabled', 'lint not approved', 'spell not approved', 'ship enabled']);
    await write(programHook('tag', 'Versions'), programHook('ship'));
    expect(await listedIds()).toEqual(['tag enabled', 'ship enabled']);
    const exported: unknown = JSON.parse((await hooks('export', '--group', 'Versions')).stdout);
    expect(exported).toMatchObject({ hooks: [{ id: 'tag', group: 'Versions' }] });
    expect(await hooks('approve', 'ship', '--group', 'Versions')).toMatchObject({
      code: 2,
      stderr: 'Hook not found: ship\nHooks: tag.\n',
    });
  });

  it('narrow what is checked', async () => {
    await write(programHook('a', 'Docs', 'diagnostics.changed'), programHook('b', 'Releases', 'terminal.ended'));
    const { stdout } = await hooks('check', '--group', 'Docs', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ hook: 'a' }]);
  });

  it('are kept with each run, and narrow the log', async () => {
    await hooks('approve', '--yes');
    expect((await hooks('run', 'tag')).code).toBe(0);
    expect((await hooks('run', 'lint')).code).toBe(0);
    await write(programHook('tag', 'Versions'), programHook('lint'));
    const { stdout } = await hooks('log', '--group', 'Releases', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ hook: 'tag', group: 'Releases', status: 'success' });
    expect((await hooks('log', '--group', 'Versions')).stderr).toBe(
      `There are no runs of the group "Versions" in the log of ${join(home, 'work')}.\n`,
    );
  });

  it.each(['list', 'check', 'approve', 'export'])('that are not there are named by hooks %s', async (command) => {
    expect(await hooks(command, '--group', 'Release')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Group not found: Release\nDid you mean Releases?\n',
    });
  });
});

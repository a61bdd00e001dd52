import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from '@toolyard/testing';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createEnvironment, createYardFolder, fixture, ROOT } from './harness/create-yard-folder.ts';
import { RawClient } from './harness/raw-client.ts';

const COMMAND = join(ROOT, 'apps/cli/dist/toolyard.js');
const isPossible = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isPossible)('a full disk', () => {
  let disk: SmallDisk | undefined;
  afterEach(() => disk?.remove());

  /** A full disk; skips the test where there can be none. */
  function open(skip: () => never, prepare: (folder: string) => void = () => undefined): SmallDisk {
    disk = mountSmallDisk(2);
    if (disk === undefined) return skip();
    prepare(disk.folder);
    disk.fill();
    return disk;
  }

  it('under the state keeps nobody from being served', async ({ skip }) => {
    const stateDir = join(open(skip).folder, 'state');
    const place = createYardFolder({ echo: fixture('echo') }, { listWaitMs: 30_000 });
    const client = new RawClient({
      command: process.execPath,
      args: [COMMAND, 'serve', '--config', place.file],
      cwd: place.folder,
      env: createEnvironment(place.folder, { TOOLYARD_STATE_DIR: stateDir }),
    });
    onTestFinished(() => void client.child.kill('SIGKILL'));
    await client.initialize();
    expect(await client.toolNames()).toContain('echo__add');
    expect((await client.call('echo__add', { a: 1, b: 2 })).result).toMatchObject({ content: [{ text: '3' }] });
    expect((await client.close()).code).toBe(0);
    expect(client.stderr).toContain('ENOSPC');
  });

  it('under a configuration leaves the file as it was', async ({ skip }) => {
    const text = '{ "mcpServers": {} }\n';
    const { folder } = open(skip, (place) => writeFileSync(join(place, 'servers.json'), text));
    const file = join(folder, 'servers.json');
    const env = { TOOLYARD_STATE_DIR: join(folder, 'state') };
    const place = createYardFolder();
    const words = ['add', 'x', '--config', file, '--', 'node', 'x'.repeat(5000)];
    const { code, stderr } = await runToolyard(words, { cwd: place.folder, env });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${file} was not written: ENOSPC`) });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('under the tasks is why their server does not start, and others are served', async ({ skip }) => {
    const { folder } = open(skip, (place) => mkdirSync(join(place, 'data')));
    const place = createYardFolder({ echo: fixture('echo'), tasks: { type: 'builtin', name: 'tasks' } });
    const env = { TOOLYARD_DATA_DIR: join(folder, 'data') };
    const run = (...words: string[]) => runToolyard([...words, '--config', place.file], { cwd: place.folder, env });
    const failed = await run('call', 'tasks:list_tasks');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('its disk is full. Free disk space, or set TOOLYARD_DATA_DIR to another folder');
    expect(await run('call', 'echo:add', 'a=1', 'b=2')).toMatchObject({ code: 0, stdout: '3\n' });
  });
});

it.runIf(existsSync('/dev/full')).each([['completion', 'bash'], ['status', '--json'], ['tools', '--json'], ['--help']])(
  'under the output of %s is a failure that is told',
  async (...words) => {
    const place = createYardFolder({ echo: fixture('echo') });
    const named = words.length > 1 ? [...words, '--config', place.file] : words;
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...named], {
      cwd: place.folder,
      env: createEnvironment(place.folder),
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect(stderr).toBe('The output could not be written: ENOSPC: no space left on device, write\n');
    expect(status).toBe(1);
  },
);

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locateYard, type NamedConfiguration } from '@toolyard/host';
import { readHooks } from '@toolyard/host/hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProcessContext } from '../../process/create-process-context.ts';
import { findUpRefusal, type UpRefusal } from './find-up-refusal.ts';

const HOOKS = JSON.stringify({
  version: 1,
  hooks: [{ id: 'a', trigger: { event: 'manual' }, action: { type: 'custom', parameters: { command: 'ls' } } }],
});

interface Place {
  readonly folder: string;
  write(path: string, text?: string): Promise<void>;
  /** For an `up` that is started in a folder, on this configuration. */
  find(cwd: string, named?: NamedConfiguration): Promise<UpRefusal | undefined>;
}

async function createPlace(): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'home', 'plain'), { recursive: true });
  const { surroundings } = createProcessContext();
  const env = { TOOLYARD_STATE_DIR: join(folder, 'state') };
  return {
    folder,
    async write(path, text = HOOKS) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    async find(cwd, named = {}) {
      const here = { ...surroundings, env, homeDir: join(folder, 'home'), cwd: join(folder, cwd) };
      return findUpRefusal(await readHooks(here, {}), await locateYard(here, named));
    },
  };
}

describe('the hooks that toolyard up runs', () => {
  it('are those of the workspace that it is started in, also further below', async () => {
    const { write, find } = await createPlace();
    await write('home/shop/.toolyard/hooks.json');
    await write('home/shop/src/a.ts', '');
    expect(await find('home/shop')).toBeUndefined();
    expect(await find('home/shop/src')).toBeUndefined();
  });

  it("are a person's own in a repository, and nowhere else", async () => {
    const { write, find } = await createPlace();
    await write('home/.config/toolyard/hooks.json');
    await write('home/repo/.git/HEAD', 'ref: refs/heads/main\n');
    await write('home/repo/.git/objects/x', '');
    await write('home/repo/.git/refs/x', '');
    expect(await find('home/repo')).toBeUndefined();
    expect(await find('home/plain')).toEqual({});
  });

  it('are none of a folder with the home in it, which is told only where it has some', async () => {
    const { folder, write, find } = await createPlace();
    expect(await find('home')).toEqual({});
    await write('home/.toolyard/hooks.json');
    const message = `The hooks of ${join(folder, 'home')} do not run here, because it contains your home folder. Run "toolyard hooks watch" to run them.`;
    expect(await find('home')).toEqual({ message });
    expect(await find('home/plain')).toEqual({ message });
  });

  it('are none that use another configuration', async () => {
    const { write, find } = await createPlace();
    await write('home/shop/.toolyard/hooks.json');
    await write('other.json', '{ "mcpServers": {} }');
    expect(await find('home/shop', { config: '../../other.json' })).toMatchObject({
      message: expect.stringContaining('because they use another configuration'),
    });
  });
});

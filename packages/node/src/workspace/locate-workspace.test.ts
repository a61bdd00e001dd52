import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hooksFolderOf } from '../state/hooks-folder-of.ts';
import { findHooksFiles } from './find-hooks-files.ts';
import { locateWorkspace } from './locate-workspace.ts';

let root: string;
let home: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-workspace-')));
  home = join(root, 'home');
  await mkdir(join(home, 'code', 'project', 'src', 'deep'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

async function put(...path: string[]): Promise<string> {
  const file = join(root, ...path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, '{}');
  return file;
}

async function locate(...path: string[]): Promise<string> {
  const { folder, problems } = await locateWorkspace(join(root, ...path), home);
  expect(problems).toEqual([]);
  return folder;
}

const DEEP = ['home', 'code', 'project', 'src', 'deep'];

describe('locateWorkspace', () => {
  it.each(['hooks.json', 'hooks.yaml', 'hooks.yml'])(
    'is the nearest folder upwards with .toolyard/%s',
    async (name) => {
      await put('home', 'code', '.toolyard', name);
      expect(await locate(...DEEP)).toBe(join(home, 'code'));
      await put('home', 'code', 'project', '.toolyard', name);
      expect(await locate(...DEEP)).toBe(join(home, 'code', 'project'));
      expect(await locate('home', 'code', 'project')).toBe(join(home, 'code', 'project'));
    },
  );

  it('is the root of the repository where nothing has hooks, else the folder itself', async () => {
    expect(await locate(...DEEP)).toBe(join(root, ...DEEP));
    await mkdir(join(home, 'code', 'project', '.toolyard'));
    await put('home', 'code', 'project', '.git', 'HEAD');
    expect(await locate(...DEEP)).toBe(join(home, 'code', 'project'));
  });

  it('has hooks above the repository before the repository itself', async () => {
    await put('home', 'code', 'project', '.git', 'HEAD');
    await put('home', 'code', '.toolyard', 'hooks.json');
    expect(await locate(...DEEP)).toBe(join(home, 'code'));
  });

  it('is never above the home of the user', async () => {
    await put('.toolyard', 'hooks.json');
    await put('.git', 'HEAD');
    expect(await locate(...DEEP)).toBe(join(root, ...DEEP));
    expect(await locate('home')).toBe(home);
    await put('home', '.toolyard', 'hooks.json');
    expect(await locate(...DEEP)).toBe(home);
  });

  it('may be anywhere for who is not at home', async () => {
    await put('srv', '.toolyard', 'hooks.json');
    await mkdir(join(root, 'srv', 'a', 'b'), { recursive: true });
    expect(await locate('srv', 'a', 'b')).toBe(join(root, 'srv'));
  });

  it('is one folder, whatever links lead to it', async () => {
    await put('home', 'code', 'project', '.toolyard', 'hooks.json');
    await symlink(join(home, 'code', 'project', 'src'), join(root, 'link'));
    expect(await locate('link', 'deep')).toBe(join(home, 'code', 'project'));
    await symlink(home, join(root, 'other-home'));
    await put('.toolyard', 'hooks.json');
    const { folder } = await locateWorkspace(join(home, 'code'), join(root, 'other-home'));
    expect(folder).toBe(join(home, 'code'));
  });

  it('does not use hooks behind a link that leads out of the workspace, and says so', async () => {
    const outside = await put('elsewhere', 'hooks.json');
    await symlink(join(root, 'elsewhere'), join(home, 'code', 'project', '.toolyard'));
    const located = await locateWorkspace(join(root, ...DEEP), home);
    const file = join(home, 'code', 'project', '.toolyard', 'hooks.json');
    const problem = `${file} is not used: a link leads out of the workspace, to ${outside}. Put the file itself there.`;
    expect(located).toEqual({ folder: join(root, ...DEEP), problems: [problem] });
    await put('home', 'code', '.toolyard', 'hooks.json');
    expect(await locateWorkspace(join(root, ...DEEP), home)).toEqual({
      folder: join(home, 'code'),
      problems: [problem],
    });
  });

  it('uses hooks behind a link inside of the workspace', async () => {
    await put('home', 'code', 'project', 'config', 'hooks.json');
    await symlink('config', join(home, 'code', 'project', '.toolyard'));
    expect(await locate(...DEEP)).toBe(join(home, 'code', 'project'));
  });

  it.runIf(process.getuid?.() === 0)('does not use hooks of another user, and says so', async () => {
    const file = await put('home', 'code', 'project', '.toolyard', 'hooks.json');
    await chown(file, 1234, 1234);
    const inFile = `${file} is not used: ${file} belongs to another user (1234). Make it yours to use it.`;
    expect((await locateWorkspace(join(root, ...DEEP), home)).problems).toEqual([inFile]);
    await chown(file, 0, 0);
    await chown(join(file, '..'), 1234, 1234);
    const inFolder = `${file} is not used: ${join(file, '..')} belongs to another user (1234). Make it yours to use it.`;
    expect(await locateWorkspace(join(root, ...DEEP), home)).toEqual({
      folder: join(root, ...DEEP),
      problems: [inFolder],
    });
  });
});

describe('findHooksFiles', () => {
  it('finds the file of the workspace and that of the user', async () => {
    const places = { workspace: join(home, 'code'), userConfigDir: join(home, '.config') };
    expect(await findHooksFiles(places)).toEqual({ problems: [] });
    const workspace = await put('home', 'code', '.toolyard', 'hooks.yaml');
    const user = await put('home', '.config', 'toolyard', 'hooks.json');
    expect(await findHooksFiles(places)).toEqual({ workspace, user, problems: [] });
  });

  it('uses neither of two in one place, and says so', async () => {
    const places = { workspace: join(home, 'code'), userConfigDir: join(home, '.config') };
    const json = await put('home', 'code', '.toolyard', 'hooks.json');
    const yaml = await put('home', 'code', '.toolyard', 'hooks.yml');
    const user = await put('home', '.config', 'toolyard', 'hooks.json');
    expect(await findHooksFiles(places)).toEqual({
      user,
      problems: [`Both ${json} and ${yaml} exist, so neither is used. Keep one of them.`],
    });
  });

  it.skipIf(process.platform === 'win32')('does not use a file of the user that others can write to', async () => {
    const places = { workspace: join(home, 'code'), userConfigDir: join(home, '.config') };
    const user = await put('home', '.config', 'toolyard', 'hooks.json');
    for (const path of [user, join(user, '..')]) {
      await chmod(path, 0o757);
      const problem = `${user} is not used: ${path} can be written to by other users. Run chmod go-w '${path}' to use it.`;
      expect(await findHooksFiles(places)).toEqual({ problems: [problem] });
      // What a mask of 002 leaves, where each user has an own group.
      await chmod(path, 0o775);
      expect(await findHooksFiles(places)).toEqual({ user, problems: [] });
    }
    if (process.getuid?.() !== 0) return;
    await chown(user, 0, 1234);
    expect((await findHooksFiles(places)).problems).toHaveLength(1);
  });

  it('follows links of the user, but not those out of the workspace or to nothing', async () => {
    const places = { workspace: join(home, 'code'), userConfigDir: join(home, '.config') };
    const outside = await put('dotfiles', 'hooks.json');
    await mkdir(join(home, '.config', 'toolyard'), { recursive: true });
    await mkdir(join(home, 'code', '.toolyard'));
    const user = join(home, '.config', 'toolyard', 'hooks.json');
    const file = join(home, 'code', '.toolyard', 'hooks.json');
    for (const link of [user, file]) await symlink(outside, link);
    const problem = `${file} is not used: a link leads out of the workspace, to ${outside}. Put the file itself there.`;
    expect(await findHooksFiles(places)).toEqual({ user, problems: [problem] });
    await rm(outside);
    expect((await findHooksFiles(places)).problems).toEqual([
      `${file} is not used: it is a link to nothing.`,
      `${user} is not used: it is a link to nothing.`,
    ]);
  });

  it('takes a name that only begins like the workspace for outside', async () => {
    const outside = await put('home', 'code-other', 'hooks.json');
    await mkdir(join(home, 'code', '.toolyard'));
    await symlink(outside, join(home, 'code', '.toolyard', 'hooks.json'));
    const found = await findHooksFiles({ workspace: join(home, 'code'), userConfigDir: join(home, '.config') });
    expect(found.workspace).toBeUndefined();
    expect(found.problems).toHaveLength(1);
  });
});

describe('hooksFolderOf', () => {
  it('gives each workspace one folder of its own below hooks, whatever links lead to it', async () => {
    await symlink(join(home, 'code'), join(root, 'link'));
    const folder = await hooksFolderOf('/state', join(home, 'code'));
    expect(folder).toMatch(/^[/\\]state[/\\]hooks[/\\][0-9a-f]{16}$/);
    expect(await hooksFolderOf('/state', join(root, 'link'))).toBe(folder);
    expect(await hooksFolderOf('/state', home)).not.toBe(folder);
  });
});

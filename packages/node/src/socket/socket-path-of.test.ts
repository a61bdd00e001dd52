import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listenExclusively } from './listen-exclusively.ts';
import { joinYard } from './join-yard.ts';
import { socketPathOf, type SocketPathOptions } from './socket-path-of.ts';

const userId = process.getuid?.() ?? 0;
const NOBODY = 65_534;
const OWN = `toolyard-${userId}`;
let root: string;
let homeDir: string;
let configFile: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ty-'));
  configFile = join(root, 'toolyard.json');
  await writeFile(configFile, '{}');
  homeDir = join(root, 'home');
  for (const [folder, mode] of [
    ['run/user', 0o755],
    ['home', 0o755],
    ['tmp', 0o1777],
    ['var/tmp', 0o1777],
  ] as const) {
    await mkdir(join(root, folder), { recursive: true });
    await chmod(join(root, folder), mode);
  }
});
afterEach(() => rm(root, { recursive: true }));

/** Where the socket lies under the root. */
async function placeOf(more: Partial<SocketPathOptions> = {}): Promise<string> {
  return (await pathOf(more)).replace(`${root}/`, '').replace(/[0-9a-f]{16}/, 'HASH');
}

function pathOf(more: Partial<SocketPathOptions> = {}): Promise<string> {
  return socketPathOf({ platform: 'linux', userId, configFile, root, homeDir, ...more });
}

async function host(path: string): Promise<() => Promise<void>> {
  const hosted = await listenExclusively({ path, onLink: () => undefined });
  if (hosted === undefined) throw new Error('another yard listens there');
  onTestFinished(() => hosted.close());
  return () => hosted.close();
}

describe('socketPathOf', () => {
  it('lies in the folder that the system made for the user', async () => {
    await mkdir(join(root, `run/user/${userId}`));
    expect(await placeOf()).toBe(`run/user/${userId}/toolyard/HASH.sock`);
  });

  it('lies in the common folder for temporary files where the system made none', async () => {
    expect(await placeOf()).toBe(`tmp/${OWN}/HASH.sock`);
    expect(await socketPathOf({ platform: 'linux', userId: 501, configFile })).toMatch(
      /^\/tmp\/toolyard-501\/[0-9a-f]{16}\.sock$/,
    );
  });

  it.skipIf(userId === 0)('leaves a folder alone that cannot be written to', async () => {
    await mkdir(join(root, `run/user/${userId}`), { mode: 0o500 });
    expect(await placeOf()).toBe(`tmp/${OWN}/HASH.sock`);
  });

  it.skipIf(userId !== 0)('leaves a folder of another user alone', async () => {
    await mkdir(join(root, `run/user/${userId}`));
    await chown(join(root, `run/user/${userId}`), NOBODY, NOBODY);
    expect(await placeOf()).toBe(`tmp/${OWN}/HASH.sock`);
  });

  it('is one for each configuration and user, whatever links lead to it', async () => {
    await symlink(configFile, join(root, 'link.json'));
    const of = (file: string, user = 501) => socketPathOf({ platform: 'linux', userId: user, configFile: file });
    expect(await of(join(root, 'link.json'))).toBe(await of(configFile));
    expect(await of(join(root, 'other.json'))).not.toBe(await of(configFile));
    expect(await of(configFile, 502)).not.toBe(await of(configFile));
  });

  it('is a pipe on Windows', async () => {
    const path = await socketPathOf({ platform: 'win32', userId: 'Änne Müller', configFile });
    expect(path.replace(/[0-9a-f]{16}$/, 'HASH')).toBe('\\\\.\\pipe\\toolyard-_nne_M_ller-HASH');
  });
});

describe('where somebody else took the name of the folder first', () => {
  const takings: readonly (readonly [string, (folder: string) => Promise<unknown>])[] = [
    ['with a file', (folder) => writeFile(folder, '')],
    ['with a link to a folder of the user', (folder) => symlink(homeDir, folder)],
    ['with a link to nothing', (folder) => symlink('/nowhere', folder)],
    ...(userId === 0
      ? [['with a folder', (folder: string) => mkdir(folder).then(() => chown(folder, NOBODY, NOBODY))] as const]
      : []),
  ];

  it.each(takings)('lies in the home folder: %s', async (_, take) => {
    await take(join(root, 'tmp', OWN));
    const path = await pathOf();
    expect(await placeOf()).toBe('home/.toolyard/HASH.sock');
    await host(path);
    const link = await joinYard(await pathOf());
    expect(link).toBeDefined();
    await link?.close();
  });

  it('lies in the other common folder where there is no home folder, or one that others can write', async () => {
    await writeFile(join(root, 'tmp', OWN), '');
    expect(await placeOf({ homeDir: join(root, 'none') })).toBe(`var/tmp/${OWN}/HASH.sock`);
    expect(await placeOf({ homeDir: join(root, 'long'.repeat(20)) })).toBe(`var/tmp/${OWN}/HASH.sock`);
    await chmod(homeDir, 0o777);
    expect(await placeOf()).toBe(`var/tmp/${OWN}/HASH.sock`);
  });

  it('names the first place where all are taken, which is then refused', async () => {
    for (const folder of [`tmp/${OWN}`, 'home/.toolyard', `var/tmp/${OWN}`]) await writeFile(join(root, folder), '');
    expect(await placeOf()).toBe(`tmp/${OWN}/HASH.sock`);
    await expect(joinYard(await pathOf())).rejects.toMatchObject({ code: 'socket-refused' });
  });

  it('is found again while the yard lives, also when the name is free meanwhile, and by nobody after', async () => {
    await writeFile(join(root, 'tmp', OWN), '');
    const close = await host(await pathOf());
    await rm(join(root, 'tmp', OWN));
    expect(await placeOf()).toBe('home/.toolyard/HASH.sock');
    await mkdir(join(root, 'tmp', OWN));
    expect(await placeOf()).toBe('home/.toolyard/HASH.sock');
    await close();
    expect(await placeOf()).toBe(`tmp/${OWN}/HASH.sock`);
  });

  it('leaves out a common folder where others could replace what the user made', async () => {
    await chmod(join(root, 'tmp'), 0o777);
    expect(await placeOf()).toBe('home/.toolyard/HASH.sock');
  });
});

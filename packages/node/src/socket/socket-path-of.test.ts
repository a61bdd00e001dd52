import { chown, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { socketPathOf } from './socket-path-of.ts';

const userId = process.getuid?.() ?? 0;
let folder: string;
let configFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ty-'));
  configFile = join(folder, 'toolyard.json');
  await writeFile(configFile, '{}');
});
afterEach(() => rm(folder, { recursive: true }));

describe('socketPathOf', () => {
  it('lies in the runtime folder where that is the user’s', async () => {
    const path = await socketPathOf({ env: { XDG_RUNTIME_DIR: folder }, platform: 'linux', userId, configFile });
    expect(path.replace(/[0-9a-f]{16}/, 'HASH')).toBe(join(folder, 'toolyard', 'HASH.sock'));
  });

  it.each([
    ['is not set', undefined],
    ['is relative', 'run'],
    ['does not exist', '/does/not/exist'],
  ])('lies in the folder for temporary files where the runtime folder %s', async (_why, runtimeDir) => {
    const env = { XDG_RUNTIME_DIR: runtimeDir, TMPDIR: '/var/tmp/' };
    const path = await socketPathOf({ env, platform: 'linux', userId: 501, configFile });
    expect(path).toMatch(/^\/var\/tmp\/toolyard-501\/[0-9a-f]{16}\.sock$/);
    const bare = await socketPathOf({ env: {}, platform: 'darwin', userId: 501, configFile });
    expect(bare).toMatch(/^\/tmp\/toolyard-501\/[0-9a-f]{16}\.sock$/);
  });

  it.skipIf(userId !== 0)('leaves the runtime folder of another user alone', async () => {
    await chown(folder, 65_534, 65_534);
    const path = await socketPathOf({ env: { XDG_RUNTIME_DIR: folder }, platform: 'linux', userId, configFile });
    expect(path).toMatch(/^\/tmp\/toolyard-0\//);
  });

  it('leaves folders that are too deep for a socket', async () => {
    const env = { TMPDIR: `/tmp/${'deep/'.repeat(20)}` };
    const path = await socketPathOf({ env, platform: 'linux', userId: 501, configFile });
    expect(path).toMatch(/^\/tmp\/toolyard-501\/[0-9a-f]{16}\.sock$/);
  });

  it('fits the folder for temporary files of macOS', async () => {
    const TMPDIR = '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/';
    const path = await socketPathOf({ env: { TMPDIR }, platform: 'darwin', userId: 501, configFile });
    expect(path.startsWith(TMPDIR)).toBe(true);
    expect(Buffer.byteLength(path)).toBeLessThan(100);
  });

  it('is one for each configuration and user, whatever links lead to it', async () => {
    await symlink(configFile, join(folder, 'link.json'));
    const of = (file: string, user = 501) =>
      socketPathOf({ env: {}, platform: 'linux', userId: user, configFile: file });
    expect(await of(join(folder, 'link.json'))).toBe(await of(configFile));
    expect(await of(join(folder, 'other.json'))).not.toBe(await of(configFile));
    expect(await of(configFile, 502)).not.toBe(await of(configFile));
  });

  it('is a pipe on Windows', async () => {
    const path = await socketPathOf({ env: {}, platform: 'win32', userId: 'Änne Müller', configFile });
    expect(path.replace(/[0-9a-f]{16}$/, 'HASH')).toBe('\\\\.\\pipe\\toolyard-_nne_M_ller-HASH');
  });
});

import { chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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
  it('lies in the folder that the system made for the user', async () => {
    await mkdir(join(folder, `${userId}`));
    const path = await socketPathOf({ platform: 'linux', userId, configFile, runtimeRoot: folder });
    expect(path.replace(/[0-9a-f]{16}/, 'HASH')).toBe(join(folder, `${userId}`, 'toolyard', 'HASH.sock'));
  });

  it('lies in the common folder for temporary files where the system made none', async () => {
    const path = await socketPathOf({ platform: 'linux', userId: 501, configFile, runtimeRoot: folder });
    expect(path).toMatch(/^\/tmp\/toolyard-501\/[0-9a-f]{16}\.sock$/);
  });

  it.skipIf(userId === 0)('leaves a folder alone that cannot be written to', async () => {
    await mkdir(join(folder, `${userId}`), { mode: 0o500 });
    const path = await socketPathOf({ platform: 'linux', userId, configFile, runtimeRoot: folder });
    expect(path).toMatch(/^\/tmp\/toolyard-/);
  });

  it.skipIf(userId !== 0)('leaves a folder of another user alone', async () => {
    await mkdir(join(folder, `${userId}`));
    await chown(join(folder, `${userId}`), 65_534, 65_534);
    const path = await socketPathOf({ platform: 'linux', userId, configFile, runtimeRoot: folder });
    expect(path).toMatch(/^\/tmp\/toolyard-0\//);
  });

  it('is one for each configuration and user, whatever links lead to it', async () => {
    await symlink(configFile, join(folder, 'link.json'));
    const of = (file: string, user = 501) => socketPathOf({ platform: 'linux', userId: user, configFile: file });
    expect(await of(join(folder, 'link.json'))).toBe(await of(configFile));
    expect(await of(join(folder, 'other.json'))).not.toBe(await of(configFile));
    expect(await of(configFile, 502)).not.toBe(await of(configFile));
  });

  it('is a pipe on Windows', async () => {
    const path = await socketPathOf({ platform: 'win32', userId: 'Änne Müller', configFile });
    expect(path.replace(/[0-9a-f]{16}$/, 'HASH')).toBe('\\\\.\\pipe\\toolyard-_nne_M_ller-HASH');
  });
});

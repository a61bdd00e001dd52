import { chmod, chown, lchown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStatePermissions } from './check-state-permissions.ts';
import { createFileApprovalStore } from './create-file-approval-store.ts';
import { createFileHookApprovals } from './create-file-hook-approvals.ts';

const isRoot = process.getuid?.() === 0;
const STRANGER = 65_534;
let root: string;
let stateDir: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolyard-check-state-'));
  stateDir = join(root, 'state');
  folder = join(stateDir, 'a1');
  await mkdir(join(folder, 'servers'), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'servers', 's.json'), '{}', { mode: 0o600 });
});
afterEach(() => rm(root, { recursive: true }));

const PLACES = ['', 'a1', 'a1/servers', 'a1/servers/s.json'];
const refusal = (reason: string) =>
  expect.objectContaining({
    code: 'state-refused',
    message: `The state of Toolyard decides what may run, but ${reason}.`,
  });

describe.skipIf(process.platform === 'win32')('checkState', () => {
  it('takes what only the user can write, what others can read, and what is not there yet', async () => {
    await checkStatePermissions(stateDir, folder);
    await chmod(stateDir, 0o755);
    await chmod(join(folder, 'servers', 's.json'), 0o644);
    await checkStatePermissions(stateDir, folder);
    await checkStatePermissions(join(root, 'none'), join(root, 'none', 'b2'));
  });

  it.each(PLACES.flatMap((place) => [0o720, 0o702, 0o1777].map((mode) => ({ place, mode }))))(
    'refuses what others can write: %o',
    async ({ place, mode }) => {
      const path = join(stateDir, place);
      await chmod(path, mode);
      const reason = `${path} can be written to by other users. Run chmod go-w '${path}' to use it`;
      await expect(checkStatePermissions(stateDir, folder)).rejects.toThrow(refusal(reason));
      await chmod(path, mode & 0o1755);
      await checkStatePermissions(stateDir, folder);
    },
  );

  it.runIf(isRoot).each(PLACES)('refuses what belongs to another user: %s', async (place) => {
    const path = join(stateDir, place);
    await chown(path, STRANGER, STRANGER);
    await expect(checkStatePermissions(stateDir, folder)).rejects.toThrow(
      refusal(`${path} belongs to another user (${STRANGER}). Make it yours to use it`),
    );
  });

  it('follows a link of the user, and looks at what it leads to', async () => {
    const link = join(root, 'link');
    await symlink(stateDir, link);
    await checkStatePermissions(link, join(link, 'a1'));
    await chmod(stateDir, 0o777);
    await expect(checkStatePermissions(link, join(link, 'a1'))).rejects.toThrow(
      refusal(`${link} can be written to by other users. Run chmod go-w '${link}' to use it`),
    );
  });

  it.runIf(isRoot)('refuses a link of another user, wherever it leads', async () => {
    const link = join(root, 'link');
    await symlink(stateDir, link);
    await lchown(link, STRANGER, STRANGER);
    await expect(checkStatePermissions(link, join(link, 'a1'))).rejects.toThrow(
      refusal(`${link} belongs to another user (${STRANGER}). Make it yours to use it`),
    );
  });
});

describe.skipIf(process.platform === 'win32')('an approval that others could have written', () => {
  const place = async (): Promise<string> => {
    await createFileApprovalStore(stateDir).approve(join(root, 'x.json'), 'hash');
    await createFileHookApprovals(stateDir).approve(join(root, 'hooks.json'), 'a', 'hash');
    return join(stateDir, 'approvals');
  };

  it('counts for nothing', async () => {
    const approvals = await place();
    const hooks = createFileHookApprovals(stateDir);
    const isApproved = () => hooks.isApproved(join(root, 'hooks.json'), 'a', 'hash');
    expect(await isApproved()).toBe(true);
    for (const path of [stateDir, approvals, join(approvals, 'hooks')]) {
      await chmod(path, 0o777);
      expect(await isApproved()).toBe(false);
      await expect(hooks.approve(join(root, 'hooks.json'), 'a', 'hash')).rejects.toMatchObject({
        code: 'state-refused',
      });
      await chmod(path, 0o700);
    }
    expect(await isApproved()).toBe(true);
  });

  it('is refused where it is about a configuration', async () => {
    const approvals = await place();
    const store = createFileApprovalStore(stateDir);
    for (const path of [stateDir, approvals]) {
      await chmod(path, 0o777);
      await expect(store.isApproved(join(root, 'x.json'), 'hash')).rejects.toMatchObject({ code: 'state-refused' });
      await expect(store.approve(join(root, 'x.json'), 'hash')).rejects.toMatchObject({ code: 'state-refused' });
      await chmod(path, 0o700);
    }
    expect(await store.isApproved(join(root, 'x.json'), 'hash')).toBe(true);
  });

  it('is never made that way by ourselves, whatever the mask', async () => {
    const mask = process.umask(0);
    try {
      await rm(stateDir, { recursive: true });
      await place();
    } finally {
      process.umask(mask);
    }
    await checkStatePermissions(stateDir, join(stateDir, 'approvals'));
  });
});

import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileApprovalStore } from './create-file-approval-store.ts';
import { createFileHookApprovals } from './create-file-hook-approvals.ts';

let folder: string;
let file: string;
let stateDir: string;
let kept: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-hook-approvals-'));
  stateDir = join(folder, 'state');
  kept = join(stateDir, 'approvals', 'hooks');
  file = join(folder, 'work', '.toolyard', 'hooks.json');
  await mkdir(join(folder, 'work', '.toolyard'), { recursive: true });
  await writeFile(file, '{}');
});
afterEach(() => rm(folder, { recursive: true }));

describe('createFileHookApprovals', () => {
  it('knows nothing at first and makes nothing by being asked', async () => {
    const approvals = createFileHookApprovals(stateDir);
    expect(await approvals.isApproved(file, 'a', 'hash-1')).toBe(false);
    expect(await approvals.list(file)).toEqual([]);
    expect(await approvals.revoke(file, 'a')).toBe(false);
    expect(await readdir(folder)).toEqual(['work']);
  });

  it('remembers one hash of one hook of one file, for the user alone', async () => {
    await createFileHookApprovals(stateDir).approve(file, 'a', 'hash-1');
    const later = createFileHookApprovals(stateDir);
    expect(await later.isApproved(file, 'a', 'hash-1')).toBe(true);
    expect(await later.isApproved(file, 'a', 'hash-2')).toBe(false);
    expect(await later.isApproved(file, 'b', 'hash-1')).toBe(false);
    expect(await later.isApproved(join(folder, 'work', '.toolyard', 'hooks.yaml'), 'a', 'hash-1')).toBe(false);
    if (process.platform === 'win32') return;
    const [name = ''] = await readdir(kept);
    expect((await stat(join(kept, name))).mode & 0o777).toBe(0o600);
    expect((await stat(kept)).mode & 0o777).toBe(0o700);
  });

  it('knows a file by the real path of its folder, and not a copy of it or a link to it elsewhere', async () => {
    const approvals = createFileHookApprovals(stateDir);
    await symlink(join(folder, 'work'), join(folder, 'link'));
    await approvals.approve(join(folder, 'link', '.toolyard', 'hooks.json'), 'a', 'hash-1');
    expect(await approvals.isApproved(file, 'a', 'hash-1')).toBe(true);
    await cp(join(folder, 'work'), join(folder, 'copy'), { recursive: true });
    expect(await approvals.isApproved(join(folder, 'copy', '.toolyard', 'hooks.json'), 'a', 'hash-1')).toBe(false);
    await mkdir(join(folder, 'hostile', '.toolyard'), { recursive: true });
    await symlink(file, join(folder, 'hostile', '.toolyard', 'hooks.json'));
    expect(await approvals.isApproved(join(folder, 'hostile', '.toolyard', 'hooks.json'), 'a', 'hash-1')).toBe(false);
  });

  it('lists what was approved for a file, with what the person saw', async () => {
    const approvals = createFileHookApprovals(stateDir);
    await approvals.approve(file, 'a', 'hash-1', { command: 'one' });
    await approvals.approve(file, 'a', 'hash-2', { command: 'two' });
    await approvals.approve(file, 'b', 'hash-1');
    await approvals.approve(join(folder, 'other', 'hooks.json'), 'a', 'hash-1');
    const at = expect.any(Number);
    const listed = await approvals.list(file);
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(
      expect.arrayContaining([
        { hook: 'a', hash: 'hash-1', at, seen: { command: 'one' } },
        { hook: 'a', hash: 'hash-2', at, seen: { command: 'two' } },
        { hook: 'b', hash: 'hash-1', at },
      ]),
    );
    expect(listed.toSorted((left, right) => left.at - right.at)).toEqual(listed);
  });

  it('takes back every approval of one hook, and no other', async () => {
    const approvals = createFileHookApprovals(stateDir);
    for (const hash of ['hash-1', 'hash-2']) await approvals.approve(file, 'a', hash);
    await approvals.approve(file, 'b', 'hash-1');
    expect(await approvals.revoke(file, 'a')).toBe(true);
    expect(await approvals.isApproved(file, 'a', 'hash-1')).toBe(false);
    expect(await approvals.isApproved(file, 'a', 'hash-2')).toBe(false);
    expect(await approvals.isApproved(file, 'b', 'hash-1')).toBe(true);
  });

  it('loses none of many approvals at once', async () => {
    const stores = [createFileHookApprovals(stateDir), createFileHookApprovals(stateDir)];
    const hooks = Array.from({ length: 30 }, (_, index) => `hook-${index}`);
    await Promise.all(hooks.flatMap((hook) => stores.map((store) => store.approve(file, hook, 'hash'))));
    expect(await stores[0]?.list(file)).toHaveLength(30);
  });

  it('takes a broken approval, and one under the name of another, for none', async () => {
    const approvals = createFileHookApprovals(stateDir);
    await approvals.approve(file, 'a', 'hash-1');
    const [first = ''] = await readdir(kept);
    await approvals.approve(file, 'b', 'hash-1');
    const second = (await readdir(kept)).find((name) => name !== first) ?? '';
    await rename(join(kept, first), join(kept, second));
    expect(await approvals.isApproved(file, 'b', 'hash-1')).toBe(false);
    await writeFile(join(kept, second), '{ "file": ');
    expect(await approvals.isApproved(file, 'b', 'hash-1')).toBe(false);
    expect(await approvals.list(file)).toEqual([]);
    await approvals.approve(file, 'b', 'hash-1');
    expect(await approvals.isApproved(file, 'b', 'hash-1')).toBe(true);
  });

  it('counts an approval from before versions were written, and writes a version', async () => {
    const approvals = createFileHookApprovals(stateDir);
    await approvals.approve(file, 'a', 'hash-1');
    const [name = ''] = await readdir(kept);
    const { version, ...former } = JSON.parse(await readFile(join(kept, name), 'utf8'));
    expect(version).toBe(1);
    await writeFile(join(kept, name), JSON.stringify(former));
    expect(await approvals.isApproved(file, 'a', 'hash-1')).toBe(true);
  });

  it('takes an approval of a newer Toolyard for none, keeps it when another one is given, and takes it back', async () => {
    const told: string[] = [];
    const approvals = createFileHookApprovals(stateDir, (message) => told.push(message));
    await approvals.approve(file, 'a', 'hash-1');
    const [name = ''] = await readdir(kept);
    const newer = JSON.stringify({ ...JSON.parse(await readFile(join(kept, name), 'utf8')), version: 2 });
    await writeFile(join(kept, name), newer);
    expect(await approvals.isApproved(file, 'a', 'hash-1')).toBe(false);
    expect(await approvals.list(file)).toEqual([]);
    await approvals.approve(file, 'a', 'hash-1');
    expect(await approvals.isApproved(file, 'a', 'hash-1')).toBe(true);
    expect(await readFile(join(kept, `${name}.newer-2`), 'utf8')).toBe(newer);
    expect(told).toEqual([
      expect.stringMatching(/ was written by a newer Toolyard .* Approve again what it had approved\.$/),
    ]);
    await writeFile(join(kept, name), newer);
    expect(await approvals.revoke(file, 'a')).toBe(true);
    expect(await readdir(kept)).toEqual([`${name}.newer-2`]);
  });

  it('is apart from approvals of configurations', async () => {
    await createFileApprovalStore(stateDir).approve(file, 'hash-1');
    expect(await createFileHookApprovals(stateDir).list(file)).toEqual([]);
    await createFileHookApprovals(stateDir).approve(file, 'a', 'hash-2');
    expect(await createFileApprovalStore(stateDir).isApproved(file, 'hash-2')).toBe(false);
  });

  it('keeps names as they are, also strange ones', async () => {
    const approvals = createFileHookApprovals(stateDir);
    await approvals.approve(file, '../../x\n"', 'hash-1');
    expect(await approvals.isApproved(file, '../../x\n"', 'hash-1')).toBe(true);
    const [name = ''] = await readdir(kept);
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    expect(JSON.parse(await readFile(join(kept, name), 'utf8'))).toMatchObject({ hook: '../../x\n"' });
  });

  it('says so where it cannot write', async () => {
    await mkdir(stateDir);
    await writeFile(join(stateDir, 'approvals'), 'a file where a folder must be');
    await expect(createFileHookApprovals(stateDir).approve(file, 'a', 'hash-1')).rejects.toMatchObject({
      code: 'state-not-written',
      message: expect.stringMatching(/^The approval of the hook "a" could not be written to /),
    });
  });
});

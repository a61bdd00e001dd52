import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileApprovalStore } from './create-file-approval-store.ts';

let folder: string;
let file: string;
let stateDir: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-approvals-')));
  stateDir = join(folder, 'state');
  file = join(folder, '.mcp.json');
  await writeFile(file, '{}');
});
afterEach(() => rm(folder, { recursive: true }));

async function placeOfOne(): Promise<string> {
  await createFileApprovalStore(stateDir).approve(file, 'hash-1');
  const [name = ''] = await readdir(join(stateDir, 'approvals'));
  return join(stateDir, 'approvals', name);
}

describe('createFileApprovalStore', () => {
  it('knows nothing at first and makes nothing by being asked', async () => {
    expect(await createFileApprovalStore(stateDir).isApproved(file, 'hash-1')).toBe(false);
    expect(await readdir(folder)).toEqual(['.mcp.json']);
  });

  it('remembers one content of one file', async () => {
    await createFileApprovalStore(stateDir).approve(file, 'hash-1');
    const later = createFileApprovalStore(stateDir);
    expect(await later.isApproved(file, 'hash-1')).toBe(true);
    expect(await later.isApproved(file, 'hash-2')).toBe(false);
    expect(await later.isApproved(join(folder, 'other.json'), 'hash-1')).toBe(false);
  });

  it('knows a file by the real path of its folder', async () => {
    await symlink(folder, join(folder, 'link'));
    const store = createFileApprovalStore(stateDir);
    await store.approve(join(folder, 'link', '.mcp.json'), 'hash-1');
    expect(await store.isApproved(file, 'hash-1')).toBe(true);
  });

  it('does not know a link in another folder, where relative paths lead elsewhere', async () => {
    const store = createFileApprovalStore(stateDir);
    await store.approve(file, 'hash-1');
    await mkdir(join(folder, 'hostile'));
    await symlink('../.mcp.json', join(folder, 'hostile', '.mcp.json'));
    expect(await store.isApproved(join(folder, 'hostile', '.mcp.json'), 'hash-1')).toBe(false);
  });

  it('loses none of many approvals at once', async () => {
    const stores = [createFileApprovalStore(stateDir), createFileApprovalStore(stateDir)];
    const hashes = Array.from({ length: 30 }, (_, index) => `hash-${index}`);
    await Promise.all(hashes.flatMap((hash) => stores.map((store) => store.approve(file, hash))));
    const known = await Promise.all(hashes.map((hash) => createFileApprovalStore(stateDir).isApproved(file, hash)));
    expect(known).toEqual(hashes.map(() => true));
  });

  it('takes a broken approval for none, and can be given it again', async () => {
    const store = createFileApprovalStore(stateDir);
    await store.approve(file, 'hash-1');
    const [name = ''] = await readdir(join(stateDir, 'approvals'));
    await writeFile(join(stateDir, 'approvals', name), '{ "file": ');
    expect(await store.isApproved(file, 'hash-1')).toBe(false);
    await store.approve(file, 'hash-1');
    expect(await store.isApproved(file, 'hash-1')).toBe(true);
  });

  it('counts an approval from before versions were written, and writes a version', async () => {
    const place = await placeOfOne();
    expect(JSON.parse(await readFile(place, 'utf8'))).toEqual({ version: 1, file, hash: 'hash-1' });
    await writeFile(place, `${JSON.stringify({ file, hash: 'hash-1' }, undefined, 2)}\n`);
    expect(await createFileApprovalStore(stateDir).isApproved(file, 'hash-1')).toBe(true);
    await writeFile(place, JSON.stringify({ file, hash: 'hash-1', but: 'not this' }));
    expect(await createFileApprovalStore(stateDir).isApproved(file, 'hash-1')).toBe(false);
  });

  it('takes an approval of a newer Toolyard for none, and keeps it when another one is given', async () => {
    const place = await placeOfOne();
    const newer = JSON.stringify({ version: 2, file, hash: 'hash-1' });
    await writeFile(place, newer);
    const told: string[] = [];
    const store = createFileApprovalStore(stateDir, (message) => told.push(message));
    expect(await store.isApproved(file, 'hash-1')).toBe(false);
    expect(await readFile(place, 'utf8')).toBe(newer);
    await store.approve(file, 'hash-1');
    expect(await store.isApproved(file, 'hash-1')).toBe(true);
    expect(await readFile(`${place}.newer-2`, 'utf8')).toBe(newer);
    expect(told).toEqual([
      `${place} was written by a newer Toolyard and is not used. It is kept as ${basename(place)}.newer-2. ` +
        'Approve again what it had approved.',
    ]);
  });

  it('says so where it cannot write', async () => {
    await mkdir(stateDir);
    await writeFile(join(stateDir, 'approvals'), 'a file where a folder must be');
    await expect(createFileApprovalStore(stateDir).approve(file, 'hash-1')).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});

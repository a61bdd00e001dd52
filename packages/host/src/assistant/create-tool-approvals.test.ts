import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toToolId } from '@toolyard/core';
import { expect, it, onTestFinished } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import { stateStoreOf, type StateStore } from '../state/state-store.ts';
import { createToolApprovals, type ToolApprovals } from './index.ts';

const read = toToolId('files', 'read');
const write = toToolId('files', 'write');

/** Approvals in a folder of their own, for servers with these hashes. */
async function open(hashes: Record<string, string>): Promise<{ approvals: ToolApprovals; other: ToolApprovals }> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-approvals-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = (name: string) => ({ file: join(folder, name), hashOf: async (server: string) => hashes[server] });
  const host = createTestHost(folder);
  return { approvals: createToolApprovals(host, at('a.json')), other: createToolApprovals(host, at('b.json')) };
}

it('approves a tool, or all of a server, for one configuration', async () => {
  const { approvals, other } = await open({ files: '1', web: '2' });
  await approvals.approveTool(read);
  expect([await approvals.isApproved(read), await approvals.isApproved(write)]).toEqual([true, false]);
  await approvals.approveServer('files');
  expect([await approvals.isApproved(write), await approvals.isApproved(toToolId('web', 'get'))]).toEqual([
    true,
    false,
  ]);
  expect(await other.isApproved(read)).toBe(false);
  expect((await approvals.list()).map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ['files:read', true],
    ['files', true],
  ]);
});

it('forgets what it approved when the definition of the server changes, and shows that', async () => {
  const hashes: Record<string, string> = { files: '1' };
  const { approvals } = await open(hashes);
  await approvals.approveServer('files');
  hashes['files'] = '2';
  expect(await approvals.isApproved(read)).toBe(false);
  expect(await approvals.list()).toMatchObject([{ name: 'files', isCurrent: false }]);
});

it('takes approvals back', async () => {
  const { approvals } = await open({ files: '1' });
  await approvals.approveTool(read);
  await approvals.approveServer('files');
  expect(await approvals.revoke('files')).toBe(true);
  expect([await approvals.isApproved(read), await approvals.isApproved(write)]).toEqual([true, false]);
  expect(await approvals.revoke('files:read')).toBe(true);
  expect(await approvals.revoke('files:read')).toBe(false);
  expect(await approvals.list()).toEqual([]);
});

it('approves nothing of a server that nobody knows', async () => {
  const { approvals } = await open({});
  await approvals.approveTool(read);
  expect([await approvals.isApproved(read), await approvals.list()]).toEqual([false, []]);
});

it("keeps approvals in the host's own store, where it has one", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-approvals-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const plain = createTestHost(folder);
  const kept: string[] = [];
  const toolApprovals: StateStore['toolApprovals'] = {
    isApproved: async (_file, name) => kept.includes(name),
    approve: async (_file, name) => void kept.push(name),
    list: async () => kept.map((name) => ({ name, hash: '1', at: 0 })),
    revoke: async () => false,
  };
  const at = { file: join(folder, 'a.json'), hashOf: async () => '1' };
  const own = createToolApprovals({ ...plain, state: { ...stateStoreOf(plain), toolApprovals } }, at);
  await own.approveTool(read);
  expect([kept, await own.isApproved(read)]).toEqual([['files:read'], true]);
  expect(await createToolApprovals(plain, at).isApproved(read)).toBe(false);
});

import type { CommandServer } from '@toolyard/core';
import { hashHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { createConfiguration, exampleHook, exampleTask } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createRefusal } from './create-refusal.ts';

const [server] = createConfiguration({ chat: { command: 'chat' } }).servers;
const CALL = exampleHook();
const PROGRAM = exampleHook({
  action: { type: 'custom', parameters: { command: 'ls', args: [], timeout: 1000 } },
});

/** Approvals that hold these hashes for everything. */
function approve(...hashes: readonly string[]): HookApprovals {
  return {
    isApproved: async (_file, _hook, hash) => hashes.includes(hash),
    approve: async () => undefined,
    list: async () => hashes.map((hash) => ({ hook: CALL.hook.id, hash, at: 0 })),
    revoke: async () => false,
  };
}

function refuse(approvals: HookApprovals, definition: unknown = server, problem?: string) {
  return createRefusal(approvals, { definition: () => definition as CommandServer, problem: () => problem });
}

it('lets hooks of the user run, whatever was approved', async () => {
  expect(await refuse(approve(), undefined, 'broken')(exampleHook({}, 'user'))).toBeUndefined();
});

it('lets a hook of the workspace run that was approved together with its server', async () => {
  const approvals = approve(hashHook(CALL.hook, server));
  expect(await refuse(approvals)(CALL)).toBeUndefined();
  const other = createConfiguration({ chat: { command: 'evil' } }).servers[0];
  expect(await refuse(approvals, other)(CALL)).toBe('changed since approved');
  expect(await refuse(approvals)(PROGRAM)).toBe('changed since approved');
  expect(await refuse(approve())(CALL)).toBe('not approved');
});

it('lets nothing run whose server cannot be known, but programs', async () => {
  const approvals = approve(hashHook(CALL.hook, server), hashHook(PROGRAM.hook, undefined));
  const refusal = refuse(approvals, undefined, 'it is not JSON');
  expect(await refusal(CALL)).toBe('not approved, because the configuration cannot be read: it is not JSON');
  expect(await refusal(PROGRAM)).toBeUndefined();
});

it('lets a task run that was approved together with all of its servers', async () => {
  const task = exampleHook({ action: exampleTask({ tools: ['chat:post'], servers: ['mail'] }) });
  const { servers } = createConfiguration({ mail: { command: 'mail' }, chat: { command: 'chat' } });
  const approvals = approve(hashHook(task.hook, ...servers));
  const refuseWith = (changes: Readonly<Record<string, CommandServer | undefined>>) => {
    const known = { ...Object.fromEntries(servers.map((each) => [each.key, each])), ...changes };
    return createRefusal(approvals, { definition: (key) => known[key], problem: () => undefined })(task);
  };
  expect(await refuseWith({})).toBeUndefined();
  expect(await refuseWith({ mail: undefined })).toBe('changed since approved');
  const [evil] = createConfiguration({ chat: { command: 'evil' } }).servers;
  expect(await refuseWith({ chat: evil as CommandServer })).toBe('changed since approved');
});

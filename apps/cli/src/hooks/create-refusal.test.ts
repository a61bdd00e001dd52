import type { CommandServer } from '@toolyard/core';
import { hashHook, type Hook, type KnownHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { createConfiguration } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createRefusal } from './create-refusal.ts';

const [server] = createConfiguration({ chat: { command: 'chat' } }).servers;
const MCP: Hook['action'] = {
  type: 'mcp',
  parameters: { serverId: 'chat', toolName: 'post', parameterMappings: [], timeout: 1000 },
};
const CUSTOM: Hook['action'] = { type: 'custom', parameters: { command: 'ls', args: [], timeout: 1000 } };

function known(action: Hook['action'], source: KnownHook['source'] = 'workspace'): KnownHook {
  const hook: Hook = {
    id: 'a',
    enabled: true,
    trigger: { event: 'manual' },
    action,
    policy: 'queue',
    debounceMs: 1000,
  };
  return { hook, source, file: '/w/.toolyard/hooks.json' };
}

/** Approvals that hold these hashes for everything. */
function approve(...hashes: readonly string[]): HookApprovals {
  return {
    isApproved: async (_file, _hook, hash) => hashes.includes(hash),
    approve: async () => undefined,
    list: async () => hashes.map((hash) => ({ hook: 'a', hash, at: 0 })),
    revoke: async () => false,
  };
}

function refuse(approvals: HookApprovals, definition: unknown = server, trouble?: string) {
  return createRefusal(approvals, { definition: () => definition as CommandServer, trouble: () => trouble });
}

it('lets hooks of the user run, whatever was approved', async () => {
  expect(await refuse(approve(), undefined, 'broken')(known(MCP, 'user'))).toBeUndefined();
});

it('lets a hook of the workspace run that was approved together with its server', async () => {
  const approvals = approve(hashHook(known(MCP).hook, server));
  expect(await refuse(approvals)(known(MCP))).toBeUndefined();
  const other = createConfiguration({ chat: { command: 'evil' } }).servers[0];
  expect(await refuse(approvals, other)(known(MCP))).toBe('changed since approved');
  expect(await refuse(approvals)(known(CUSTOM))).toBe('changed since approved');
  expect(await refuse(approve())(known(MCP))).toBe('not approved');
});

it('lets nothing run whose server cannot be known, but programs', async () => {
  const approvals = approve(hashHook(known(MCP).hook, server), hashHook(known(CUSTOM).hook, undefined));
  const refusal = refuse(approvals, undefined, 'it is no JSON');
  expect(await refusal(known(MCP))).toBe('not approved, since the configuration cannot be read: it is no JSON');
  expect(await refusal(known(CUSTOM))).toBeUndefined();
});

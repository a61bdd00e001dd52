import type { CommandServer } from '@toolyard/core';
import { hashHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { createConfiguration, exampleHook, exampleTask } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { toApproved, type ForeignMcpServer } from '../foreign/foreign-mcp-server.ts';
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
  return createRefusal({
    approvals,
    find: async () => definition as CommandServer,
    problem: () => problem,
    foreign: { admit: async () => undefined, drop: async () => undefined },
  });
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

describe('a hook that calls a server of another program', () => {
  const [written] = createConfiguration({ chat: { command: 'chat' } }).servers;
  const FOREIGN: ForeignMcpServer = {
    id: 'chat',
    files: ['/w/.vscode/mcp.json'],
    found: {
      source: 'vscode',
      scope: 'project',
      file: '/w/.vscode/mcp.json',
      key: 'chat',
      hash: '1',
      entry: {},
      inputs: [],
      rawInputs: undefined,
      notes: [],
      ...(written === undefined ? {} : { written }),
    },
  };
  const told: string[] = [];
  const refuseWith = (approvals: HookApprovals, means: ForeignMcpServer, fails = false) =>
    createRefusal({
      approvals,
      find: async () => means,
      problem: () => undefined,
      foreign: {
        async admit(id) {
          told.push(`admit ${id}`);
          if (fails) throw new Error('no such input');
        },
        drop: async (id, server) => void told.push(`drop ${id} unless ${server?.found.hash}`),
      },
    });
  const allowed = approve(hashHook(CALL.hook, toApproved('chat', FOREIGN)));

  it('runs together with that server once it was approved, whoever wrote the hook', async () => {
    for (const known of [CALL, exampleHook({}, 'user')]) {
      told.length = 0;
      expect(await refuseWith(approve(), FOREIGN)(known)).toBe('not approved');
      expect(told).toEqual(['drop chat unless 1']);
      expect(await refuseWith(allowed, FOREIGN)(known)).toBeUndefined();
      expect(told).toEqual(['drop chat unless 1', 'drop chat unless 1', 'admit chat']);
    }
  });

  it('does not run with another definition, other inputs or another envFile', async () => {
    const { found } = FOREIGN;
    for (const other of [
      { ...found, inputs: [{ id: 'x', password: false, default: 'evil' }] },
      { ...found, envFile: { file: '/w/.env', values: { NODE_OPTIONS: '--require evil' } } },
      { ...found, written: { ...(written as CommandServer), args: ['evil'] } },
    ]) {
      expect(await refuseWith(allowed, { ...FOREIGN, found: other })(CALL)).toBe('changed since approved');
    }
  });

  it('is told why a server that was approved cannot be started', async () => {
    expect(await refuseWith(allowed, FOREIGN, true)(CALL)).toBe('server unavailable: no such input');
    const unusable = { ...FOREIGN, problem: 'its key has a colon' };
    const approvedBefore = approve(hashHook(CALL.hook, toApproved('chat', unusable)));
    expect(await refuseWith(approvedBefore, unusable)(CALL)).toBe('server unavailable: its key has a colon');
  });
});

it('lets a task run that was approved together with all of its servers', async () => {
  const task = exampleHook({ action: exampleTask({ tools: ['chat:post'], servers: ['mail'] }) });
  const { servers } = createConfiguration({ mail: { command: 'mail' }, chat: { command: 'chat' } });
  const approvals = approve(hashHook(task.hook, ...servers));
  const refuseWith = (changes: Readonly<Record<string, CommandServer | undefined>>) => {
    const known = { ...Object.fromEntries(servers.map((each) => [each.key, each])), ...changes };
    const foreign = { admit: async () => undefined, drop: async () => undefined };
    return createRefusal({ approvals, find: async (key) => known[key], problem: () => undefined, foreign })(task);
  };
  expect(await refuseWith({})).toBeUndefined();
  expect(await refuseWith({ mail: undefined })).toBe('changed since approved');
  const [evil] = createConfiguration({ chat: { command: 'evil' } }).servers;
  expect(await refuseWith({ chat: evil as CommandServer })).toBe('changed since approved');
});

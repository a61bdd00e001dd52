import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import type { Host } from '../ports/host.ts';
import { stateStoreOf } from '../state/state-store.ts';
import { openWorkspaceHooks, type HooksEvent, type WorkspaceHooks } from './index.ts';

const WAIT_MS = 20_000;

let folder = '';
let workspace = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-host-')));
  workspace = join(folder, 'work');
  await mkdir(join(workspace, '.toolyard'), { recursive: true });
  const server = { command: process.execPath, args: [fixturePath('echo.mjs')] };
  await writeFile(join(workspace, 'toolyard.json'), JSON.stringify({ mcpServers: { it: server } }));
  await writeHooks(HOOKS);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const HOOKS = [
  {
    id: 'echo',
    trigger: { event: 'manual' },
    action: {
      type: 'mcp',
      parameters: {
        serverId: 'it',
        toolName: 'echo',
        parameterMappings: [{ toolParam: 'text', source: 'context', value: 'data.text' }],
      },
    },
  },
  {
    id: 'mark',
    trigger: { event: 'file.saved', paths: ['*.md'] },
    action: {
      type: 'custom',
      parameters: { command: process.execPath, args: ['-e', `require('fs').writeFileSync('marked.txt', '')`] },
    },
  },
];

async function writeHooks(hooks: readonly unknown[]): Promise<void> {
  await writeFile(join(workspace, '.toolyard', 'hooks.json'), JSON.stringify({ version: 1, hooks }));
}

/** A hook whose program goes on until it is stopped, after what `script` says. */
function writeLongHook(script: string): Promise<void> {
  const args = ['-e', `${script}; require('fs').writeFileSync('started.txt', ''); setInterval(() => undefined, 1000)`];
  const action = { type: 'custom', parameters: { command: process.execPath, args } };
  return writeHooks([{ id: 'long', trigger: { event: 'manual' }, action }]);
}

function createHost(changes?: Partial<Host>): Host {
  return createTestHost(folder, changes);
}

async function open(host: Host = createHost()): Promise<WorkspaceHooks> {
  const hooks = await openWorkspaceHooks(host, { workspace });
  onTestFinished(() => hooks.close());
  return hooks;
}

async function approveAll(hooks: WorkspaceHooks): Promise<void> {
  for (const hook of await hooks.list()) await hooks.approve(hook);
}

function record(hooks: WorkspaceHooks): HooksEvent[] {
  const told: HooksEvent[] = [];
  hooks.on((event) => told.push(event));
  return told;
}

const ECHO = { name: 'manual', target: 'echo', values: { data: { text: 'hello' } } } as const;

const LONG = { name: 'manual', target: 'long', values: {} } as const;

describe('the hooks of a workspace', () => {
  it('run where a person approved them, and not before', async () => {
    const hooks = await open();
    expect(hooks.workspace).toBe(workspace);
    expect((await hooks.list()).map(({ known, approval }) => [known.hook.id, approval])).toEqual([
      ['echo', 'not approved'],
      ['mark', 'not approved'],
    ]);
    expect(await hooks.enter(ECHO)).toMatchObject([{ hook: 'echo', status: 'skipped', reason: 'not approved' }]);
    await approveAll(hooks);
    expect((await hooks.list()).map(({ approval }) => approval)).toEqual(['approved', 'approved']);
    expect(await hooks.enter(ECHO)).toMatchObject([{ hook: 'echo', status: 'success', result: 'hello' }]);
  });

  it('run when something happens, also for what others enter', async () => {
    const hooks = await open();
    await approveAll(hooks);
    const told = record(hooks);
    await hooks.watch();
    const other = await open();
    await expect(other.watch()).rejects.toMatchObject({ code: 'socket-unavailable' });
    await writeFile(join(workspace, 'note.md'), 'text');
    await waitUntil(() => existsSync(join(workspace, 'marked.txt')), WAIT_MS);
    expect(await other.enter(ECHO)).toMatchObject([{ hook: 'echo', status: 'success' }]);
    const isEnded = (id: string): boolean =>
      told.some((event) => event.type === 'run-ended' && event.record.hook === id && event.record.status === 'success');
    await waitUntil(() => isEnded('mark') && isEnded('echo'), WAIT_MS);
    await hooks.close();
    expect(told.at(-1)).toEqual({ type: 'engine-ended', why: 'asked to', pending: 0 });
  });

  it('are closed before they are opened again in this process', async () => {
    // Long enough for one that does not wait to be open before.
    await writeLongHook(`process.on('SIGTERM', () => setTimeout(() => process.exit(), 500))`);
    const former = await open();
    await approveAll(former);
    await former.watch();
    const entered = former.enter(LONG).catch(() => undefined);
    await waitUntil(() => existsSync(join(workspace, 'started.txt')), WAIT_MS);
    let isClosed = false;
    const closing = former.close().then(() => (isClosed = true));
    const next = await open();
    expect(isClosed).toBe(true);
    await next.watch();
    await next.close();
    await Promise.all([closing, entered]);
    await expect(next.enter(LONG)).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('are stopped with what is going on', async () => {
    await writeLongHook('');
    const hooks = await open();
    await approveAll(hooks);
    const stop = new AbortController();
    const entered = hooks.enter(LONG, stop.signal);
    await waitUntil(() => existsSync(join(workspace, 'started.txt')), WAIT_MS);
    stop.abort();
    await expect(entered).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('go on where a listener fails, which is told', async () => {
    const told: string[] = [];
    const hooks = await open(createHost({ notify: ({ message }) => void told.push(message) }));
    await approveAll(hooks);
    const takeBack = hooks.on(() => {
      throw new Error('no window');
    });
    const heard = record(hooks);
    expect(await hooks.enter(ECHO)).toMatchObject([{ status: 'success' }]);
    expect(told[0]).toBe('A listener of hooks failed: no window');
    expect(heard.map(({ type }) => type)).toEqual(['event-taken', 'run-started', 'run-ended']);
    const count = told.length;
    takeBack();
    await hooks.enter(ECHO);
    expect(told).toHaveLength(count);
  });

  it('are not opened where a file is wrong', async () => {
    await writeFile(join(workspace, '.toolyard', 'hooks.json'), '{ "version": 2, "hooks": [] }');
    await expect(openWorkspaceHooks(createHost(), { workspace })).rejects.toMatchObject({ code: 'config-invalid' });
  });

  it('are approved where the host keeps its state', async () => {
    const approved = new Map<string, string>();
    const hookApprovals = {
      ...stateStoreOf(createHost()).hookApprovals,
      isApproved: async (_file: string, hook: string, hash: string) => approved.get(hook) === hash,
      approve: async (_file: string, hook: string, hash: string) => void approved.set(hook, hash),
    };
    const hooks = await open(createHost({ state: { ...stateStoreOf(createHost()), hookApprovals } }));
    await approveAll(hooks);
    expect([...approved.keys()]).toEqual(['echo', 'mark']);
    expect(await hooks.enter(ECHO)).toMatchObject([{ status: 'success' }]);
  });
});

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { approveAll, createTestWorkspace, ECHO, LONG, record } from '../../test/create-test-workspace.ts';
import type { Host, Notice } from '../ports/host.ts';
import { stateStoreOf } from '../state/state-store.ts';

const WAIT_MS = 20_000;

describe('the hooks of a workspace', () => {
  it('run where a person approved them, and not before', async () => {
    const { open, workspace } = await createTestWorkspace();
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
    const { open, workspace } = await createTestWorkspace();
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
    const { open, workspace, writeLongHook } = await createTestWorkspace();
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

  it('are watched when a former self has ended, which they may have been opened before', async () => {
    const { open, workspace, writeLongHook } = await createTestWorkspace();
    await writeLongHook(`process.on('SIGTERM', () => setTimeout(() => process.exit(), 500))`);
    const [former, next, third] = [await open(), await open(), await open()];
    await approveAll(former);
    await former.watch();
    const entered = former.enter(LONG).catch(() => undefined);
    await waitUntil(() => existsSync(join(workspace, 'started.txt')), WAIT_MS);
    const closing = former.close();
    const waiting = third.watch();
    // One that is closed meanwhile waits neither for itself nor for the other.
    await third.close();
    await waiting;
    await next.watch();
    await Promise.all([closing, entered]);
  });

  it('are stopped with what is going on', async () => {
    const { open, workspace, writeLongHook } = await createTestWorkspace();
    await writeLongHook('');
    const hooks = await open();
    await approveAll(hooks);
    const stop = new AbortController();
    const entered = hooks.enter(LONG, stop.signal);
    await waitUntil(() => existsSync(join(workspace, 'started.txt')), WAIT_MS);
    stop.abort();
    await expect(entered).rejects.toMatchObject({ code: 'interrupted' });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no window');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no window'))],
  ])('go on where a listener %s, which is told', async (_how, listener) => {
    const { createHost, open } = await createTestWorkspace();
    const told: string[] = [];
    const hooks = await open(createHost({ notify: ({ message }) => void told.push(message) }));
    await approveAll(hooks);
    const takeBack = hooks.on(listener);
    const heard = record(hooks);
    expect(await hooks.enter(ECHO)).toMatchObject([{ status: 'success' }]);
    expect(told[0]).toBe('A listener of hooks failed: no window');
    expect(heard.map(({ type }) => type)).toEqual(['event-taken', 'run-started', 'run-ended']);
    const count = told.length;
    takeBack();
    await hooks.enter(ECHO);
    expect(told).toHaveLength(count);
  });

  it('tell once what is wrong with a configuration that is read again and again', async () => {
    const { createHost, open, writeConfiguration } = await createTestWorkspace();
    await writeConfiguration({ toolyard: { colour: 'red' } });
    const told: string[] = [];
    const hooks = await open(createHost({ notify: ({ message }) => void told.push(message) }));
    await approveAll(hooks);
    await hooks.enter(ECHO);
    await hooks.watch();
    expect(told).toEqual([expect.stringContaining('colour')]);
  });

  it('ask nobody, also where the host has a respondent', async () => {
    const { createHost, open, writeConfiguration, writeHooks } = await createTestWorkspace();
    const server = { command: process.execPath, args: [fixturePath('asks.mjs')] };
    await writeConfiguration({ mcpServers: { it: server } });
    const parameterMappings = [{ toolParam: 'question', source: 'literal', value: 'Who?' }];
    const action = { type: 'mcp', parameters: { serverId: 'it', toolName: 'ask', parameterMappings } };
    await writeHooks([{ id: 'ask', trigger: { event: 'manual' }, action }]);
    const answer = (): Promise<never> => expect.unreachable('Somebody was asked.');
    const hooks = await open(createHost({ respondent: { capabilities: { elicitation: { form: {} } }, answer } }));
    await approveAll(hooks);
    const [run] = await hooks.enter({ name: 'manual', target: 'ask', values: {} });
    expect(run?.result).toMatchObject({ error: { message: 'The client does not support elicitation.' } });
  });

  it('can be looked at where a file is wrong, and do not run', async () => {
    const { open, workspace } = await createTestWorkspace();
    await writeFile(join(workspace, '.toolyard', 'hooks.json'), '{ "version": 1, "hooks": 5 }');
    const hooks = await open();
    expect((await hooks.look()).findings).toMatchObject([{ severity: 'error', path: '$.hooks' }]);
    await expect(hooks.list()).rejects.toMatchObject({ code: 'config-invalid' });
    await expect(hooks.watch()).rejects.toMatchObject({ code: 'config-invalid' });
  });

  it('are approved where the host keeps its state', async () => {
    const { createHost, open } = await createTestWorkspace();
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

  it('are run by a host that is an object of a class', async () => {
    const { createHost, open } = await createTestWorkspace();
    const host = new ClassHost(createHost());
    const hooks = await open(host);
    await approveAll(hooks);
    expect(await hooks.enter(ECHO)).toMatchObject([{ status: 'success' }]);
    expect(host.approved).toBe(1);
  });
});

class ClassHost implements Host {
  readonly #plain: Host;
  #approved = 0;

  constructor(plain: Host) {
    this.#plain = plain;
  }

  get approved(): number {
    return this.#approved;
  }

  get surroundings(): Host['surroundings'] {
    return this.#plain.surroundings;
  }

  get info(): Host['info'] {
    return this.#plain.info;
  }

  get clock(): Host['clock'] {
    return this.#plain.clock;
  }

  notify(notice: Notice): void {
    this.#plain.notify(notice);
  }

  async approve(): Promise<boolean> {
    this.#approved++;
    return true;
  }
}

import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toToolId, type CallQuestion, type ToolOutcome, type Yard } from '@toolyard/core';
import { createFakeServerMemory, findProcesses, fixturePath } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import { runNoteFile } from '../documents/run-note-file.ts';
import type { Host } from '../ports/host.ts';
import { stateStoreOf, type StateStore } from '../state/state-store.ts';
import { openYard, type OpenYardOptions } from './open-yard.ts';
import type { ClosableYard } from './use-yard.ts';

let folder = '';
const yards: ClosableYard[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-host-')));
});
afterEach(async () => {
  await Promise.all(yards.splice(0).map((yard) => yard.close()));
  await rm(folder, { recursive: true, force: true });
});

function createHost(changes?: Partial<Host>): Host {
  return createTestHost(folder, changes);
}

async function configure(fixture: string, settings: object = {}): Promise<string> {
  const file = join(folder, 'toolyard.json');
  const server = { command: process.execPath, args: [fixturePath(`${fixture}.mjs`)], env: { MARKER: folder } };
  await writeFile(file, JSON.stringify({ mcpServers: { it: server, other: server }, toolyard: settings }));
  return file;
}

async function open(host: Host, options?: OpenYardOptions): Promise<ClosableYard> {
  const opened = await openYard(host, options);
  yards.push(opened);
  return opened;
}

function untilReconfigured(yard: Yard): Promise<void> {
  return new Promise((resolve) => void yard.on(({ type }) => type === 'configuration-changed' && resolve()));
}

function call({ caller }: ClosableYard, tool: string, args: Record<string, unknown> = {}): Promise<ToolOutcome> {
  const request = { tool: toToolId('it', tool), arguments: args, origin: 'person' } as const;
  return caller.call(request, new AbortController().signal);
}

describe('openYard', () => {
  it('starts a yard that others join, and leaves neither processes nor a socket', async () => {
    await configure('echo');
    const own = await open(createHost());
    const joined = await open(createHost());
    expect([own.isJoined, joined.isJoined]).toEqual([false, true]);
    expect(await call(joined, 'echo', { text: 'hello' })).toMatchObject({ kind: 'success' });
    const isAnythingLeft = (): boolean[] => [existsSync(own.place.socket), findProcesses(folder).length > 0];
    expect(isAnythingLeft()).toEqual([true, true]);
    await own.close();
    expect(isAnythingLeft()).toEqual([false, false]);
    await joined.gone;
  });

  it('approves and starts a file in which one server misses variables, and tells the host of them', async () => {
    const it = { command: process.execPath, args: [fixturePath('echo.mjs')] };
    const lacking = { command: 'x', args: ['$ONE', '${TWO}'] };
    const file = join(folder, 'toolyard.json');
    await writeFile(file, JSON.stringify({ mcpServers: { it, lacking } }));
    const notices: string[] = [];
    const host = createHost({ approve: async () => true, notify: ({ message }) => void notices.push(message) });
    await expect(openYard(host, { strict: true })).rejects.toMatchObject({ code: 'config-invalid' });
    const opened = await open(host);
    expect(await call(opened, 'echo', { text: 'hello' })).toMatchObject({ kind: 'success' });
    expect(opened.yard.server('lacking')).toMatchObject({ state: 'failed', code: 'missing_env_var' });
    const at = (index: number, name: string): string =>
      `${file}: $.mcpServers.lacking.args[${index}]: Missing environment variable: ${name}; server "lacking" does not start without it`;
    expect(notices).toEqual(expect.arrayContaining([at(0, 'ONE'), at(1, 'TWO')]));
    expect(notices.some((text) => text.includes('the environment variables ONE and TWO are not set'))).toBe(true);
  });

  it('gives what the file says now, also to the notes that run, here and where it was joined', async () => {
    const config = await configure('echo');
    await writeFile(join(folder, 'note.md'), '# Bound\n\n```mcp\ntool: echo\ntext: one\n```\n');
    const host = createHost();
    const opened = [await open(host, { config }), await open(host, { config })];
    const changed = opened.map(({ yard }) => untilReconfigured(yard));
    await configure('echo', { bindings: [{ document: 'note.md', heading: '# Bound', server: 'other' }] });
    await Promise.all(changed);
    for (const used of opened) {
      expect(used.configuration.settings.bindings).toHaveLength(1);
      const { blocks } = await runNoteFile(host, used, { file: 'note.md', mayReplace: () => true });
      expect(blocks).toMatchObject([{ tool: 'other:echo' }]);
    }
  });

  it('waits for a former self in this process that is still ending, and does not join it', async () => {
    await configure('echo');
    // Long enough for one that does not wait to be open before.
    const flush = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));
    const state: StateStore = {
      ...stateStoreOf(createHost()),
      openMemory: async () => ({ ...createFakeServerMemory(), flush }),
    };
    const former = await open(createHost({ state }));
    let isClosed = false;
    const closing = former.close().then(() => (isClosed = true));
    const next = await open(createHost());
    expect({ isClosed, isJoined: next.isJoined }).toEqual({ isClosed: true, isJoined: false });
    await closing;
    expect(await call(next, 'echo', { text: 'hello' })).toMatchObject({ kind: 'success' });
  });

  it('starts nothing where nobody can approve, or somebody does not', async () => {
    const file = await configure('echo');
    const { approve: _, ...host } = createHost();
    await expect(openYard(host)).rejects.toMatchObject({ code: 'config-not-approved' });
    const asked: (string | undefined)[] = [];
    const approve: Host['approve'] = async ({ source }) => asked.push(source.file) === 0;
    await expect(openYard({ ...host, approve })).rejects.toMatchObject({ code: 'config-not-approved' });
    expect(asked).toEqual([file]);
  });

  it('does not wait for an answer that is not wanted any more', async () => {
    await configure('echo');
    const stop = new AbortController();
    let asked: AbortSignal | undefined;
    const approve: Host['approve'] = (_written, signal) => {
      asked = signal;
      stop.abort();
      return new Promise(() => undefined);
    };
    const opening = openYard(createHost({ approve }), { signal: stop.signal });
    await expect(opening).rejects.toMatchObject({ code: 'interrupted' });
    expect(asked?.aborted).toBe(true);
  });

  it('keeps approvals and memory where the host says', async () => {
    await configure('echo');
    const approved = new Set<string>();
    const memory = { ...createFakeServerMemory(), flush: async () => undefined };
    const places: (string | undefined)[] = [];
    const state: StateStore = {
      ...stateStoreOf(createHost()),
      approvals: {
        isApproved: async (file, hash) => approved.has(`${file} ${hash}`),
        approve: async (file, hash) => void approved.add(`${file} ${hash}`),
      },
      async openMemory({ file }) {
        places.push(file);
        return memory;
      },
    };
    const host = createHost({ state });
    const first = await open(host);
    await first.yard.disable('it');
    await first.close();
    expect(approved.size).toBe(1);
    const { approve: _, ...silent } = host;
    const second = await open(silent);
    expect(second.yard.server('it')?.state).toBe('disabled');
    expect(places).toEqual([join(folder, 'toolyard.json'), join(folder, 'toolyard.json')]);
  });

  it('puts what a server asks to the respondent of the host', async () => {
    await configure('asks');
    const asked: CallQuestion[] = [];
    const respondent: Host['respondent'] = {
      capabilities: { elicitation: { form: {} } },
      async answer(question) {
        asked.push(question);
        return { action: 'accept', content: { answer: 'Ada' } };
      },
    };
    const opened = await open(createHost({ respondent }));
    const outcome = await call(opened, 'ask', { question: 'Who?' });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(outcome)).toContain('Ada');
  });
});

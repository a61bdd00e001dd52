import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallEvent, CallRecord } from '@toolyard/core';
import { locateYard, type ClosableYard } from '@toolyard/host';
import { expect, it } from 'vitest';
import { createFolder, createHost } from '../../test/fakes/plugin-bench.ts';
import { createOwnCalls } from '../caller/own-calls.ts';
import { createYardActivity } from './create-yard-activity.ts';

const RECORD: CallRecord = {
  id: '1',
  tool: 'a:b',
  server: 'a',
  toolName: 'b',
  origin: 'document',
  session: 's',
  document: { path: 'n.md' },
  status: 'success',
  submittedAt: 1,
  completedAt: 2,
  retryAttempt: 0,
  maxRetries: 0,
};
const { signal } = new AbortController();

/** What a vault does that may have calls from earlier runs, and a yard that is opened and closed by the test. */
async function openActivity(kept: readonly CallRecord[] = []) {
  const folder = createFolder();
  const host = createHost(folder);
  const device = { folder, record: { approved: {} }, change: async () => undefined };
  const { stateFolder, logFile } = await locateYard(host.surroundings, { config: join(folder, 'toolyard.json') });
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  writeFileSync(join(stateFolder, 'calls.jsonl'), kept.map((call) => `${JSON.stringify(call)}\n`).join(''));
  const listeners = new Set<() => void>();
  const yard = {
    opened: undefined as ClosableYard | undefined,
    on: (listener: () => void) => listeners.add(listener),
  };
  const parts = { host, device, yard, ownCalls: createOwnCalls(), closing: signal };
  const activity = createYardActivity(parts as unknown as Parameters<typeof createYardActivity>[0]);
  return {
    activity,
    logFile,
    open(used: ClosableYard | undefined) {
      yard.opened = used;
      for (const listener of listeners) listener();
    },
  };
}

/** A yard with these calls, which tells of changes when the test says so. */
function createYard(history: readonly CallRecord[], active: readonly CallRecord[] = []) {
  const listeners = new Set<(event: CallEvent) => void>();
  const calls = {
    history: () => history,
    active: () => active,
    on(listener: (event: CallEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sessionUse: async (session: string) => {
      if (session === 'gone') throw new Error('connection lost');
      return { calls: 3, limit: 25 };
    },
  };
  return {
    used: { yard: { calls }, place: { stateFolder: '/nowhere' } } as unknown as ClosableYard,
    listeners,
    change: () => listeners.forEach((listener) => listener({ type: 'calls-resumed' })),
  };
}

const named = (id: string, submittedAt: number, more: Partial<CallRecord> = {}): CallRecord => ({
  ...RECORD,
  id,
  submittedAt,
  ...more,
});

it('has calls of earlier runs before any yard is open, the newest first', async () => {
  const { activity } = await openActivity([named('old', 1), named('new', 2)]);
  expect((await activity.history()).map(({ id }) => id)).toEqual(['new', 'old']);
  expect(activity.active()).toEqual([]);
  expect(await activity.sessions()).toEqual([]);
});

it('shows each call once, as the yard has it now, and keeps those of a yard that was closed', async () => {
  const { activity, open } = await openActivity();
  const running = named('c', 3, { status: 'executing' });
  open(createYard([named('a', 1), named('b', 2)], [running]).used);
  expect((await activity.history()).map(({ id, status }) => `${id} ${status}`)).toEqual([
    'c executing',
    'b success',
    'a success',
  ]);
  open(createYard([named('d', 4)]).used);
  expect((await activity.history()).map(({ id }) => id)).toEqual(['d', 'b', 'a']);
});

it('tells of calls of the yard that is open, and of no other', async () => {
  const { activity, open } = await openActivity();
  let told = 0;
  activity.on(() => told++);
  const first = createYard([]);
  open(first.used);
  expect(told).toBe(1);
  first.change();
  expect(told).toBe(2);
  open(undefined);
  expect([told, first.listeners.size]).toEqual([3, 0]);
});

it('counts the sessions of notes, with the note of the last call, and leaves out those that are gone', async () => {
  const { activity, open } = await openActivity();
  const history = [
    named('a', 1, { document: { path: 'former.md' } }),
    named('b', 2, { document: { path: 'n.md' } }),
    named('c', 3, { session: 'gone' }),
    named('d', 4, { session: 'client', origin: 'client' }),
    named('e', 5, { session: 'chat', origin: 'assistant', document: undefined }),
  ];
  open(createYard(history).used);
  expect(await activity.sessions()).toEqual([
    { session: 'chat', calls: 3, limit: 25 },
    { session: 's', note: 'n.md', calls: 3, limit: 25 },
  ]);
});

it('gives the lines of one server, also those that come before there is a log', async () => {
  const { activity, logFile } = await openActivity();
  const end = new AbortController();
  const texts: string[] = [];
  const following = activity.followLog({
    server: 'a',
    tail: 10,
    signal: end.signal,
    onLine({ text }) {
      texts.push(text);
      if (texts.length === 2) end.abort();
    },
  });
  const toLine = (server: string, text: string): string =>
    `${JSON.stringify({ at: '2026-01-01T00:00:00Z', level: 'debug', server, text })}\n`;
  writeFileSync(logFile, toLine('a', 'one') + toLine('b', 'other') + toLine('a', 'two'));
  await following;
  expect(texts).toEqual(['one', 'two']);
});

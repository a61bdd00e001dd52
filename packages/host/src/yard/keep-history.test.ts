import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallEvent, CallRecord, Settings } from '@toolyard/core';
import { createConfiguration, createMemoryLog } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { keepHistory, type HistoryOptions } from './keep-history.ts';
import { keptCallsFileOf, readKeptCalls } from './kept-calls.ts';

const denied: CallRecord = {
  id: 'y-1',
  tool: 'a:t',
  server: 'a',
  toolName: 't',
  parameters: { path: 'notes/secret.md' },
  origin: 'assistant',
  session: 'note',
  document: { path: 'note.md', line: 3 },
  conversation: 'c-1',
  approval: 'denied',
  status: 'error',
  submittedAt: 1000,
  completedAt: 1000,
  retryAttempt: 0,
  maxRetries: 3,
  error: { code: 'call-denied', message: 'a:t was not called: the user denied it' },
};
const made: CallRecord = {
  ...denied,
  id: 'y-2',
  status: 'success',
  startedAt: 1001,
  completedAt: 1005,
  result: { content: 'private', contentType: 'text', displayFormat: 'block', executionDuration: 4 },
};
const client: CallRecord = { ...made, id: 'y-3', origin: 'client', parameters: undefined };

async function keep(settings: Partial<Settings>, ...calls: readonly CallRecord[]): Promise<string> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'toolyard-history-'));
  onTestFinished(() => rm(stateFolder, { recursive: true, force: true }));
  const listeners = new Set<(event: CallEvent) => void>();
  const yard = {
    calls: { on: (listener: (event: CallEvent) => void) => void listeners.add(listener) },
    configuration: () => createConfiguration({}, settings),
    on: () => () => undefined,
  } as unknown as HistoryOptions['yard'];
  const log = { ...createMemoryLog(), redact: (text: string) => text.replaceAll('secret', '***') };
  const history = keepHistory({ yard, stateFolder, log });
  for (const call of calls) for (const tell of listeners) tell({ type: 'call-changed', call });
  await history.end();
  return stateFolder;
}

const read = (stateFolder: string): Promise<readonly CallRecord[]> =>
  readKeptCalls(stateFolder, new AbortController().signal);

it('keeps the calls of the assistant with all that is known of them, without secrets and results', async () => {
  const { result: _, ...kept } = { ...made, parameters: { path: 'notes/***.md' } };
  const executing: CallRecord = { ...made, status: 'executing', completedAt: undefined };
  expect(await read(await keep({}, denied, executing, made, client))).toEqual([
    { ...denied, parameters: { path: 'notes/***.md' } },
    kept,
  ]);
});

it('keeps all calls, or none, where the configuration says so', async () => {
  const idsOf = async (settings: Partial<Settings>) =>
    (await read(await keep(settings, denied, client))).map(({ id }) => id);
  expect(await idsOf({ keepHistory: true })).toEqual(['y-1', 'y-3']);
  expect(await idsOf({ keepHistory: false })).toEqual([]);
});

it('leaves out arguments that are not wanted, or too long', async () => {
  const long = { ...denied, parameters: { text: 'x'.repeat(10_300) } };
  const person = { ...made, origin: 'person' } as const;
  const haveArguments = async (settings: Partial<Settings>) =>
    (await read(await keep({ keepHistory: true, ...settings }, denied, person, long))).map(
      ({ parameters }) => parameters !== undefined,
    );
  expect(await haveArguments({})).toEqual([true, false, false]);
  expect(await haveArguments({ keepArguments: true })).toEqual([true, true, false]);
  expect(await haveArguments({ keepArguments: false })).toEqual([false, false, false]);
});

it('reads the last 500 calls, and nothing that is no call', async () => {
  const calls = Array.from({ length: 510 }, (_, index) => ({ ...denied, id: `y-${index}` }));
  const stateFolder = await keep({}, ...calls);
  await appendFile(
    keptCallsFileOf(stateFolder),
    ['{"lost":3}', '{"id":"y-600","tool":7}', '[]', 'half', ''].join('\n'),
  );
  const kept = await read(stateFolder);
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([500, 'y-10', 'y-509']);
});

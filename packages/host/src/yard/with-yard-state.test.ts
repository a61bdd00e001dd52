import { readFile, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { createFakeServerMemory, createMemoryLog } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import type { Host } from '../ports/host.ts';
import { stateStoreOf } from '../state/state-store.ts';
import { locateYard, type YardPlace } from './locate-yard.ts';
import { startYard } from './start-yard.ts';
import { useYard } from './use-yard.ts';

const shown = createMemoryLog();

interface Attempt {
  readonly host: Host;
  readonly place: YardPlace;
}

/** Something to write in the log, and something in a memory that can be kept no earlier than it is asked to. */
async function createAttempt(configuration: object): Promise<Attempt & { written(): Promise<unknown[]> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-host-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'toolyard.json'), JSON.stringify(configuration));
  const plain = createTestHost(folder);
  let flushes = 0;
  const openMemory = async (_: unknown, onFailure: (error: ToolyardError) => void) => {
    onFailure(new ToolyardError('state-not-written', 'the last words'));
    const flush = async (): Promise<void> => void flushes++;
    return { ...createFakeServerMemory(), flush };
  };
  const host = createTestHost(folder, { state: { ...stateStoreOf(plain), openMemory } });
  const place = await locateYard(host.surroundings, {});
  const written = async (): Promise<unknown[]> => {
    const lines = (await readFile(place.logFile, 'utf8')).split('\n').slice(0, -1);
    return [flushes, ...lines.map((line): unknown => JSON.parse(line))];
  };
  return { host, place, written };
}

const GOOD = { mcpServers: {} };
const BAD = { mcpServers: { it: 'nothing' } };
const refuse = (): Promise<never> => Promise.reject(new Error('refused'));

const ATTEMPTS: readonly [name: string, configuration: object, attempt: (made: Attempt) => Promise<unknown>][] = [
  ['a yard with a wrong configuration', BAD, ({ host, place }) => startYard(host, { place, shown, reach: 'own' })],
  ['a refused yard', GOOD, ({ host, place }) => startYard(host, { place, shown, reach: 'own', prepare: refuse })],
  ['a wrong configuration for one command', BAD, ({ host }) => useYard(host, { shown }, refuse)],
];

describe('a start that fails', () => {
  it.each(ATTEMPTS)('has written all when it rejects: %s', async (_, configuration, attempt) => {
    const made = await createAttempt(configuration);
    await expect(attempt(made)).rejects.toThrow();
    expect(await made.written()).toMatchObject([1, { level: 'warning', text: 'the last words' }]);
  });
});

it('has written all where another yard runs already', async () => {
  const { host, place, written } = await createAttempt(GOOD);
  const running = await startYard(host, { place, shown, reach: 'own' });
  onTestFinished(() => running?.stop());
  expect(await startYard(host, { place, shown, reach: 'shared' })).toBeUndefined();
  expect((await written()).slice(0, 2)).toMatchObject([1, { text: 'the last words' }]);
});

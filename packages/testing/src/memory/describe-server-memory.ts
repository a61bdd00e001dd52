import { deepEqual, equal } from 'node:assert/strict';
import type { SavedServer, ServerMemory } from '@toolyard/core';

/** One memory, and the same after a restart. */
export interface ReopenableMemory {
  readonly memory: ServerMemory;
  reopen(): Promise<ServerMemory>;
}

/** The runner's `it`; given, because programs that import this package run without a runner. */
export type DefineTest = (title: string, run: () => Promise<void>) => void;

const FULL: SavedServer = {
  key: 'files',
  definitionHash: 'hash-1',
  enabled: false,
  failures: 4,
  autoDisabledAt: 1_767_225_600_000,
  autoDisabledReason: 'exited with code 1 – "ä" 😀',
  lastAttemptAt: 1,
  lastConnectedAt: 2,
  lastFailureAt: 3,
  greeting: { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, instructions: 'Use it.' },
  lists: { tools: ['{"name":"a",  "x":1.0}', '{"name":"b"}'], prompts: [], templates: ['{"uriTemplate":"a:{b}"}'] },
  sets: [{ set: '{"sampling":{}}', lists: { tools: ['{"name":"c"}'] }, cuts: { tools: 'too long' } }],
};

/** Keys that are no names of files, or differ as little as keys can. */
const KEYS = ['a', 'A', '../a', 'a/b', 'CON', '__proto__', 'constructor', 'ä', '.', ' ', 'x'.repeat(64)];

/** What every `ServerMemory` does. */
export function describeServerMemory(it: DefineTest, create: () => Promise<ReopenableMemory>): void {
  it('recalls nothing of a server it never heard of', async () => {
    const { memory } = await create();
    for (const key of KEYS) equal(memory.recall(key), undefined);
  });

  it('recalls at once what it was told', async () => {
    const { memory } = await create();
    memory.remember(FULL);
    deepEqual(memory.recall('files'), FULL);
  });

  it('recalls every field after a restart', async () => {
    const { memory, reopen } = await create();
    memory.remember(FULL);
    deepEqual((await reopen()).recall('files'), FULL);
  });

  it('replaces all of what it knew by what is newer', async () => {
    const { memory, reopen } = await create();
    const last: SavedServer = { key: 'files', definitionHash: 'hash-2', failures: 0 };
    for (let failures = 0; failures < 50; failures++) memory.remember({ ...FULL, failures });
    memory.remember(last);
    deepEqual(memory.recall('files'), last);
    deepEqual((await reopen()).recall('files'), last);
  });

  it('keeps servers apart, whatever their keys are', async () => {
    const { memory, reopen } = await create();
    for (const [failures, key] of KEYS.entries()) memory.remember({ key, definitionHash: 'hash', failures });
    const later = await reopen();
    for (const [failures, key] of KEYS.entries()) equal(later.recall(key)?.failures, failures);
  });
}

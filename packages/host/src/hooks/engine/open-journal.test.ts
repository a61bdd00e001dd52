import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from './open-journal.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-journal-'));
  file = join(folder, 'journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const EVENT = { id: 'e1', name: 'manual', at: 5, context: {}, chain: [] } as const;

it('counts the runs that have not ended', async () => {
  const journal = openJournal(file, () => undefined);
  await journal.append([{ type: 'taken', event: EVENT, runs: ['r1', 'r2'].map((id) => ({ id, hook: 'a' })) }]);
  await journal.append([{ type: 'ended', run: 'r1' }]);
  expect([...journal.pending]).toEqual(['r2']);
  const next = openJournal(file, () => undefined);
  expect(await next.read()).toHaveLength(2);
  expect(next.left()).toBe(1);
});

it('says how many entries it does not know', async () => {
  const told: string[] = [];
  const lines = [{ type: 'marked', marks: {} }, { type: 'paused' }, { type: 'ended' }];
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const journal = openJournal(file, (message) => told.push(message));
  expect(await journal.read()).toEqual([{ type: 'marked', marks: {} }]);
  expect(told).toEqual([
    `The journal ${file} has 2 entries of a kind that this version of Toolyard does not know; they are ignored.`,
  ]);
});

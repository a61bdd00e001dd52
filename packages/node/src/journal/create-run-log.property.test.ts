import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject } from '@toolyard/core';
import { createFakeClock, runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRunLog, type RunLog } from './create-run-log.ts';
import { readRuns } from './read-runs.ts';
import type { RunLogRecord } from './run-log-part.ts';

interface Kept extends RunLogRecord {
  readonly id: number;
}

type Step =
  | { readonly do: 'keep'; readonly runs: number; readonly others: number; readonly together: boolean }
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'restart' };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('keep' as const),
      runs: fc.integer({ min: 0, max: 12 }),
      others: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
      together: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 0, max: 2000 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

const anyLife = fc.record({
  limit: fc.constantFrom(-1, 1, 3, 20, 45),
  days: fc.constantFrom(-1, 1, 3),
  steps: fc.array(anyStep, { maxLength: 25 }),
});

function toKept(value: unknown): Kept | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, isRun, at } = value;
  return { id: Number(id), isRun: isRun === true, at: Number(at) };
}

async function readAll(file: string): Promise<Kept[]> {
  const found: Kept[] = [];
  const { signal } = new AbortController();
  await readRuns({ file, signal, toRun: toKept, onRun: (each) => void found.push(each) });
  return found;
}

/** What may not be lost: the newest runs, and of the others as many of those that are not older than these. */
function selectKept(all: readonly Kept[], { limit, days }: { limit: number; days: number }, now: number): Kept[] {
  const young = days < 0 ? all : all.filter(({ at }) => at >= now - days * DAY_MS);
  if (limit < 0) return [...young];
  const newest = (isRun: boolean): Kept[] => young.filter((each) => each.isRun === isRun).slice(-limit);
  const ran = newest(true);
  const oldest = young.filter(({ isRun }) => isRun).length > limit ? (ran[0]?.id ?? 0) : 0;
  return [...ran, ...newest(false).filter(({ id }) => id >= oldest)].toSorted((one, other) => one.id - other.id);
}

it('keeps what the limits let, in order, and little more, whatever is written when', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-runs-'));
  let life = 0;
  try {
    await fc.assert(
      fc.asyncProperty(anyLife, async ({ limit, days, steps }) => {
        const file = join(folder, String(++life), 'runs.jsonl');
        const clock = createFakeClock();
        const open = (): RunLog =>
          createRunLog({ file, limits: { runs: limit, days, bytes: -1 }, describe: toKept, clock });
        let log = open();
        const all: Kept[] = [];
        for (const step of steps) {
          if (step.do === 'restart') log = open();
          if (step.do === 'pass') clock.advance(step.minutes * 60_000);
          if (step.do !== 'keep') continue;
          const kinds = [
            ...Array.from({ length: step.others }, () => false),
            ...Array.from({ length: step.runs }, () => true),
          ];
          const records = kinds.map((isRun, index): Kept => ({ id: all.length + index, isRun, at: clock.now() }));
          all.push(...records);
          if (step.together) await Promise.all(records.map((record) => log.keep(record)));
          else for (const record of records) await log.keep(record);
          if (records.length > 0) expectKept(await readAll(file), all, { limit, days }, clock.now());
        }
      }),
      { numRuns: runs(300, 20) },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

function expectKept(
  found: readonly Kept[],
  all: readonly Kept[],
  limits: { limit: number; days: number },
  now: number,
): void {
  const { limit, days } = limits;
  const ids = found.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(new Set(ids).size).toBe(ids.length);
  const missing = selectKept(all, limits, now).filter(({ id }) => !ids.includes(id));
  expect(missing).toEqual([]);
  if (limit >= 0) {
    const part = Math.ceil(limit / 20);
    expect(found.filter(({ isRun }) => isRun).length).toBeLessThanOrEqual(limit + 2 * part);
  }
  // It is looked once an hour; a part holds what came within a twentieth of the time.
  if (days >= 0) for (const { at } of found) expect(now - at).toBeLessThanOrEqual(days * DAY_MS * 1.05 + HOUR_MS);
}

import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject } from '@toolyard/core';
import { createFakeClock, type FakeClock, waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunLog, type RunLog } from './create-run-log.ts';
import { readRuns, type ReadRunsOptions } from './read-runs.ts';
import type { RunLogLimits } from './run-log-limits.ts';
import type { RunLogRecord } from './run-log-part.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-runs-'));
  file = join(folder, 'hooks', 'runs.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

function toId(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined;
}

async function read(changes: Partial<ReadRunsOptions<string>> = {}): Promise<string[]> {
  const ids: string[] = [];
  const { signal } = new AbortController();
  await readRuns({ file, signal, toRun: toId, onRun: (id) => void ids.push(id), ...changes });
  return ids;
}

async function sizeOfAll(): Promise<number> {
  const names = await readdir(join(folder, 'hooks'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'hooks', name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function ids(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => `run-${from + index}`);
}

describe('createRunLog', () => {
  it('keeps records in order, for the user alone', async () => {
    const log = createRunLog({ file });
    await Promise.all(ids(0, 500).map((id) => log.keep({ id, text: 'ü\n' })));
    expect(await read()).toEqual(ids(0, 500));
    expect((await readFile(file, 'utf8')).split('\n')[0]).toBe('{"id":"run-0","text":"ü\\n"}');
    if (process.platform === 'win32') return;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'hooks'))).mode & 0o777).toBe(0o700);
  });

  it('has a record in the file when it says so', async () => {
    const log = createRunLog({ file });
    await log.keep({ id: 'run-1' });
    expect(await read()).toEqual(['run-1']);
  });

  it('is never over the limit, and loses the oldest records only', async () => {
    const log = createRunLog({ file, limits: { bytes: 4000 } });
    for (let from = 0; from < 400; from += 40) await Promise.all(ids(from, from + 40).map((id) => log.keep({ id })));
    await Promise.all(ids(400, 1000).map((id) => log.keep({ id })));
    expect(await sizeOfAll()).toBeLessThanOrEqual(4000);
    const kept = await read();
    expect(kept).toEqual(ids(1000 - kept.length, 1000));
    expect(kept.length).toBeGreaterThan(200);
  });

  it('gives the last records, also of the file that was moved aside', async () => {
    const log = createRunLog({ file, limits: { bytes: 5000 } });
    expect(await read({ tail: 10 })).toEqual([]);
    for (const id of ids(0, 40)) await log.keep({ id });
    expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThan(30);
    expect(await read({ tail: 30 })).toEqual(ids(10, 40));
  });

  it('ends half a line that was left behind, so that the next record is whole', async () => {
    const log = createRunLog({ file });
    await log.keep({ id: 'run-1' });
    await appendFile(file, '{"id":"run-');
    await log.keep({ id: 'run-2' });
    expect(await read()).toEqual(['run-1', 'run-2']);
  });

  it.runIf(process.platform === 'linux')('says so on a full disk, and goes on when there is room', async () => {
    await mkdir(join(folder, 'hooks'));
    await symlink('/dev/full', file);
    const log = createRunLog({ file });
    await expect(log.keep({ id: 'run-1' })).rejects.toMatchObject({
      code: 'log-not-written',
      message: expect.stringMatching(/^The log of runs .*runs\.jsonl could not be written: ENOSPC.* Free disk space/),
    });
    await rm(file);
    await log.keep({ id: 'run-2' });
    expect(await read()).toEqual(['run-2']);
  });
});

describe('readRuns', () => {
  it('reads nothing where there is no log', async () => {
    expect(await read()).toEqual([]);
  });

  it('skips what it cannot read and what is not wanted, and gives the last of the others', async () => {
    await mkdir(join(folder, 'hooks'));
    await writeFile(join(folder, 'hooks', 'runs.1.jsonl'), '{"id":"run-0"}\nnonsense\n[]\n');
    await writeFile(file, '{"id":"run-1"}\n{"no":1}\nnull\n\n{"id":"run-2"}\n{"id":"run-3"');
    expect(await read()).toEqual(['run-0', 'run-1', 'run-2']);
    expect(await read({ tail: 2 })).toEqual(['run-1', 'run-2']);
    const toRun = (value: unknown): string | undefined => (toId(value) === 'run-1' ? undefined : toId(value));
    expect(await read({ tail: 2, toRun })).toEqual(['run-0', 'run-2']);
  });

  it('gives each record once to each of two that follow, through being moved aside', async () => {
    const log = createRunLog({ file, limits: { bytes: 20_000 } });
    for (const id of ids(0, 20)) await log.keep({ id });
    const controller = new AbortController();
    const seen: string[][] = [[], []];
    const following = seen.map((list) =>
      read({ follow: true, signal: controller.signal, onRun: (id) => void list.push(id) }),
    );
    await waitUntil(() => seen.every((list) => list.length === 20));
    for (let from = 20; from < 320; from += 50) {
      for (const id of ids(from, from + 50)) await log.keep({ id });
      await waitUntil(() => seen.every((list) => list.length === from + 50), 20_000);
    }
    controller.abort();
    await Promise.all(following);
    expect((await readdir(join(folder, 'hooks'))).length).toBeGreaterThan(5);
    expect(seen).toEqual([ids(0, 320), ids(0, 320)]);
  });

  it('gives each record once where the file is moved aside more often than anybody looks', async () => {
    const log = createRunLog({ file, limits: { bytes: 20_000 } });
    await log.keep({ id: 'run-0' });
    const controller = new AbortController();
    const seen: string[][] = [[], []];
    const following = seen.map((list) =>
      read({ follow: true, signal: controller.signal, onRun: (id) => void list.push(id) }),
    );
    await waitUntil(() => seen.every((list) => list.length === 1));
    for (const from of [1, 300]) {
      await Promise.all(ids(from, from + 299).map((id) => log.keep({ id })));
      await waitUntil(() => seen.every((list) => list.length >= from + 299), 20_000);
    }
    controller.abort();
    await Promise.all(following);
    expect((await readdir(join(folder, 'hooks'))).length).toBeGreaterThan(5);
    expect(seen).toEqual([ids(0, 599), ids(0, 599)]);
  });

  it('gives a follower that read half a line the record that took its place', async () => {
    const log = createRunLog({ file });
    await log.keep({ id: 'run-1' });
    const controller = new AbortController();
    const seen: string[] = [];
    const following = read({ follow: true, signal: controller.signal, onRun: (id) => void seen.push(id) });
    await waitUntil(() => seen.length === 1);
    await appendFile(file, '{"id":"run-2"');
    const waited: string[] = [];
    const other = read({ follow: true, signal: controller.signal, onRun: (id) => void waited.push(id) });
    await waitUntil(() => waited.length === 1);
    await log.keep({ id: 'run-3' });
    await waitUntil(() => seen.length === 2 && waited.length === 2);
    controller.abort();
    await Promise.all([following, other]);
    expect([seen, waited]).toEqual([
      ['run-1', 'run-3'],
      ['run-1', 'run-3'],
    ]);
  });
});

describe('limits of number and age', () => {
  const DAY_MS = 86_400_000;

  function toRecord(value: unknown): RunLogRecord | undefined {
    if (!isJsonObject(value)) return undefined;
    return { isRun: value['isRun'] === true, at: Number(value['at']) };
  }

  function openLimited(limits: Partial<RunLogLimits>): { log: RunLog; clock: FakeClock } {
    const clock = createFakeClock();
    return { log: createRunLog({ file, limits, describe: toRecord, clock }), clock };
  }

  it('never lets triggers that led to no run push out runs', async () => {
    const { log, clock } = openLimited({ runs: 100, bytes: 200_000 });
    for (const id of ids(0, 100)) await log.keep({ id, isRun: true, at: clock.now() });
    for (let round = 0; round < 12; round++) {
      clock.advance(3000);
      await Promise.all(
        ids(0, 200).map((id) => log.keep({ id: `other-${round}-${id}`, isRun: false, at: clock.now() })),
      );
    }
    const kept = await read();
    expect(kept.filter((id) => id.startsWith('run-'))).toEqual(ids(0, 100));
    const others = kept.filter((id) => id.startsWith('other-'));
    expect(others.length).toBeGreaterThanOrEqual(100);
    expect(others.at(-1)).toBe('other-11-run-199');
    // A burst is only taken out once whoever follows the log has seen where it went.
    expect(others.length).toBeLessThanOrEqual(100 + 200 + 10);
    expect(await sizeOfAll()).toBeLessThanOrEqual(200_000);
  });

  it('drops what is too old while an engine runs on, and when another one starts much later', async () => {
    const { log, clock } = openLimited({ days: 10 });
    const keep = (id: string): Promise<void> => log.keep({ id, isRun: true, at: clock.now() });
    for (const id of ids(0, 40)) {
      await keep(id);
      clock.advance(DAY_MS);
    }
    await keep('run-40');
    expect(await read()).toEqual(ids(30, 41));
    clock.advance(200 * DAY_MS);
    await createRunLog({ file, limits: { days: 10 }, describe: toRecord, clock }).keep({
      id: 'run-41',
      isRun: true,
      at: clock.now(),
    });
    expect(await read()).toEqual(['run-41']);
  });

  it('takes over the two files of before, and drops them when their time has come', async () => {
    await mkdir(join(folder, 'hooks'));
    const line = (id: string): string => `${JSON.stringify({ id, isRun: true, at: 0 })}\n`;
    await writeFile(join(folder, 'hooks', 'runs.1.jsonl'), ids(0, 30).map(line).join(''));
    await writeFile(file, ids(30, 50).map(line).join(''));
    const { log, clock } = openLimited({ runs: 25 });
    await log.keep({ id: 'run-50', isRun: true, at: clock.now() });
    expect(await read()).toEqual(ids(0, 51));
    for (const id of ids(51, 60)) await log.keep({ id, isRun: true, at: clock.now() });
    expect(await read()).toEqual(ids(30, 60));
  });

  it('keeps a record although something lies there that cannot be dropped', async () => {
    const { log, clock } = openLimited({ runs: 2 });
    await mkdir(join(folder, 'hooks', 'runs.5.jsonl'), { recursive: true });
    for (const id of ids(0, 10)) await log.keep({ id, isRun: true, at: clock.now() });
    await rm(join(folder, 'hooks', 'runs.5.jsonl'), { recursive: true });
    expect((await read()).slice(-2)).toEqual(ids(8, 10));
  });
});

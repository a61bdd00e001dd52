import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunLog } from './create-run-log.ts';
import { readRuns, type ReadRunsOptions } from './read-runs.ts';

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

  it('never has more than two files, neither over the limit, and loses the oldest records only', async () => {
    const log = createRunLog({ file, maxBytes: 2000 });
    for (let from = 0; from < 400; from += 40) await Promise.all(ids(from, from + 40).map((id) => log.keep({ id })));
    await Promise.all(ids(400, 1000).map((id) => log.keep({ id })));
    expect((await readdir(join(folder, 'hooks'))).toSorted()).toEqual(['runs.1.jsonl', 'runs.jsonl']);
    for (const name of ['runs.jsonl', 'runs.1.jsonl']) {
      expect((await stat(join(folder, 'hooks', name))).size).toBeLessThanOrEqual(2000);
    }
    const kept = await read();
    expect(kept).toEqual(ids(1000 - kept.length, 1000));
    expect(kept.length).toBeGreaterThan(100);
  });

  it('gives the last records, also of the file that was moved aside', async () => {
    const log = createRunLog({ file, maxBytes: 500 });
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
    const log = createRunLog({ file, maxBytes: 2000 });
    for (const id of ids(0, 20)) await log.keep({ id });
    const controller = new AbortController();
    const seen: string[][] = [[], []];
    const following = seen.map((list) =>
      read({ follow: true, signal: controller.signal, onRun: (id) => void list.push(id) }),
    );
    await waitUntil(() => seen.every((list) => list.length === 20));
    // Each step is seen before the next, since two moves within one look lose lines by design.
    for (let from = 20; from < 320; from += 50) {
      for (const id of ids(from, from + 50)) await log.keep({ id });
      await waitUntil(() => seen.every((list) => list.length === from + 50), 20_000);
    }
    controller.abort();
    await Promise.all(following);
    expect(await readdir(join(folder, 'hooks'))).toContain('runs.1.jsonl');
    expect(seen).toEqual([ids(0, 320), ids(0, 320)]);
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

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolyardError } from '@toolyard/core';
import { createFakeClock, createMemoryLog } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogFile, type LogFile, type LogFileOptions } from './create-log-file.ts';

let folder: string;
let file: string;
const failures: ToolyardError[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-log-'));
  file = join(folder, 'state', 'log.jsonl');
  failures.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

function create(changes: Partial<LogFileOptions> = {}): LogFile {
  return createLogFile({
    file,
    clock: createFakeClock(),
    secrets: [],
    onFailure: (error) => failures.push(error),
    ...changes,
  });
}

async function linesOf(path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

describe('createLogFile', () => {
  it('appends JSON lines, for the user alone', async () => {
    const first = create();
    first.write('info', 'Started.');
    first.write('error', 'two\nlines', 'files');
    await first.flush();
    const second = create();
    second.write('debug', 'Again.');
    await second.flush();
    const at = '2026-01-01T00:00:00.000Z';
    expect(await linesOf(file)).toEqual([
      { at, level: 'info', text: 'Started.' },
      { at, level: 'error', server: 'files', text: 'two\nlines' },
      { at, level: 'debug', text: 'Again.' },
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'state'))).mode & 0o777).toBe(0o700);
  });

  it('holds no secret, also of a configuration that came later', async () => {
    const log = create({ secrets: ['first-secret'] });
    log.write('info', 'a first-secret b');
    log.hide(['second-secret']);
    log.write('info', 'first-secret second-secret password=third-secret');
    await log.flush();
    expect(await linesOf(file)).toMatchObject([{ text: 'a *** b' }, { text: '*** *** password=***' }]);
  });

  it('shows the same lines, without secrets too', async () => {
    const shown = createMemoryLog();
    const log = create({ secrets: ['first-secret'], shown });
    log.write('info', 'a first-secret b', 'files');
    expect(shown.lines).toMatchObject([{ level: 'info', text: 'a *** b', server: 'files' }]);
    expect(log.redact('first-secret')).toBe('***');
    await log.flush();
    expect(await linesOf(file)).toMatchObject([{ text: 'a *** b' }]);
  });

  it('is moved aside once before it is too long, and loses no line by that', async () => {
    const log = create({ maxBytes: 2000 });
    for (let count = 0; count < 40; count++) log.write('info', `line ${count}`);
    await log.flush();
    expect((await readdir(join(folder, 'state'))).toSorted()).toEqual(['log.1.jsonl', 'log.jsonl']);
    const older = await linesOf(join(folder, 'state', 'log.1.jsonl'));
    const newer = await linesOf(file);
    const expected = Array.from({ length: older.length + newer.length }, (_, index) => ({
      text: `line ${40 - older.length - newer.length + index}`,
    }));
    expect([...older, ...newer]).toMatchObject(expected);
    expect(older.length).toBeGreaterThan(10);
    for (const name of ['log.jsonl', 'log.1.jsonl']) {
      expect((await stat(join(folder, 'state', name))).size).toBeLessThanOrEqual(2000);
    }
  });

  it('is moved aside by one of two writers, never twice', async () => {
    const logs = [create({ maxBytes: 3000 }), create({ maxBytes: 3000 })];
    for (let round = 0; round < 50; round++) {
      for (const log of logs) log.write('info', `line ${round}`.padEnd(100));
      await Promise.all(logs.map((log) => log.flush()));
      const sizes = await Promise.all([sizeOf(file), sizeOf(join(folder, 'state', 'log.1.jsonl'))]);
      expect(sizes[1] === 0 || sizes[1] > 2000).toBe(true);
      expect(sizes[0]).toBeLessThan(3500);
    }
    expect((await readdir(join(folder, 'state'))).toSorted()).toEqual(['log.1.jsonl', 'log.jsonl']);
  });

  it('keeps lines in order and whole under a burst', async () => {
    const log = create();
    for (let count = 0; count < 5000; count++) log.write('info', `line ${count}`);
    await log.flush();
    expect(await linesOf(file)).toMatchObject(Array.from({ length: 5000 }, (_, count) => ({ text: `line ${count}` })));
  });

  it('drops lines and says so rather than fill the memory', async () => {
    const log = create();
    for (let count = 0; count < 10_100; count++) log.write('info', `line ${count}`);
    await log.flush();
    const lines = await linesOf(file);
    expect(lines).toHaveLength(10_001);
    expect(lines.at(-1)).toMatchObject({
      level: 'warning',
      text: '100 lines of the log were lost: the disk was too slow.',
    });
  });

  it('says once that it cannot write, and goes on when it can', async () => {
    await writeFile(join(folder, 'state'), 'a file where a folder must be');
    const log = create();
    log.write('info', 'one');
    await log.flush();
    log.write('info', 'two');
    await log.flush();
    expect(failures.map(({ code }) => code)).toEqual(['log-not-written']);
    expect(failures[0]?.message).toMatch(/^The log could not be written to .*log\.jsonl: E(EXIST|NOTDIR)/);
    await rm(join(folder, 'state'));
    log.write('info', 'three');
    await log.flush();
    expect(await linesOf(file)).toMatchObject([{ text: 'three' }]);
    expect(failures).toHaveLength(1);
  });
});

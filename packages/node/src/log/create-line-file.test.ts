import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLineFile, type LineFile } from './create-line-file.ts';
import { waitingFiles, writeWaitingLines } from './write-waiting-lines.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-lines-'));
  file = join(folder, 'state', 'lines');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** More than one write takes. */
const LONG = 'x'.repeat(200_000);
const MOST = 10_000;

function create(name: string = file): LineFile {
  const onFailure = (error: unknown): never => {
    throw error;
  };
  return createLineFile({ file: name, toLossLine: (lost) => `${lost} lost`, onFailure });
}

function addMany(lines: LineFile, count: number, line = ''): void {
  for (let at = 0; at < count; at++) lines.add(line);
}

function read(): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}

/** What the file holds when there is anything new in it. */
async function untilMoreThan(count: number): Promise<string[]> {
  for (;;) {
    const lines = read();
    if (lines.length > count) return lines;
    await turn();
  }
}

describe('createLineFile', () => {
  it('writes the lines of a tenth of a second together', async () => {
    const lines = create();
    lines.add('a');
    await vi.advanceTimersByTimeAsync(60);
    lines.add('b');
    await vi.advanceTimersByTimeAsync(39);
    expect(read()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await untilMoreThan(0)).toEqual(['a', 'b']);
  });

  it('writes a line that came during a write, and does not wait for another one', async () => {
    const lines = create();
    lines.add(LONG);
    lines.add('a');
    vi.advanceTimersByTime(100);
    await Promise.resolve();
    // Only the long line is being written, so this one joins another that waits.
    lines.add('b');
    expect(await untilMoreThan(1)).toEqual([LONG, 'a']);
    while (vi.getTimerCount() === 0) await turn();
    vi.advanceTimersByTime(100);
    expect(await untilMoreThan(2)).toEqual([LONG, 'a', 'b']);
  });

  it('lets many lines not wait, and those after them wait again', async () => {
    const lines = create();
    addMany(lines, 499, 'a');
    await vi.advanceTimersByTimeAsync(99);
    expect(read()).toEqual([]);
    lines.add('a');
    await Promise.resolve();
    lines.add('b');
    expect(await untilMoreThan(0)).toHaveLength(500);
    while (vi.getTimerCount() === 0) await turn();
    await vi.advanceTimersByTimeAsync(99);
    expect(read()).toHaveLength(500);
    await lines.flush();
    expect(read().at(-1)).toBe('b');
  });

  it('says that lines were lost before those that came later', async () => {
    const lines = create();
    lines.add(LONG);
    addMany(lines, MOST - 1);
    const written = lines.flush();
    await Promise.resolve();
    lines.add('before');
    addMany(lines, 3, 'too many');
    while (read().length <= 1) await turn();
    lines.add('after');
    await written;
    expect(read().slice(MOST)).toEqual(['before', '3 lost', 'after']);
  });

  it('says that lines were lost where no other line is left to write', async () => {
    const lines = create();
    lines.add(LONG);
    addMany(lines, MOST);
    const written = lines.flush();
    await Promise.resolve();
    // The long line made room for the one that tells of the first loss.
    lines.add('too many');
    await written;
    expect(read().slice(MOST)).toEqual(['1 lost', '1 lost']);
  });

  it('writes what waits at once when it is told to, and not again', async () => {
    const lines = [create(), create(join(folder, 'other'))];
    for (const each of lines) each.add('a');
    writeWaitingLines();
    expect(read()).toEqual(['a']);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('a\n');
    await Promise.all(lines.map((each) => each.flush()));
    expect(read()).toEqual(['a']);
    expect(waitingFiles.size).toBe(0);
  });

  it('writes at once also what a write that is under way would have come to', async () => {
    const lines = create();
    lines.add(LONG);
    lines.add('a');
    const written = lines.flush();
    await Promise.resolve();
    writeWaitingLines();
    expect(read()).toContain('a');
    await written;
    expect(read().toSorted()).toEqual(['a', LONG]);
  });
});

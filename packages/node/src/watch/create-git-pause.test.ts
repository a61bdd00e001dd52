import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WatchListener } from './create-folder-watches.ts';
import { createGitPause, type GitPause } from './create-git-pause.ts';

let gitDir: string;
let lock: string;
let listeners: Map<string, WatchListener>;
let now: number;
let hasUnseen: boolean;
let changes: number;
let gitPause: GitPause;

beforeEach(async () => {
  gitDir = await mkdtemp(join(tmpdir(), 'toolyard-hold-'));
  lock = join(gitDir, 'index.lock');
  await mkdir(join(gitDir, 'info'));
  listeners = new Map();
  now = 0;
  hasUnseen = false;
  changes = 0;
  gitPause = createGitPause({
    quietMs: 250,
    maxMs: 30_000,
    startWatch: (folder, _isRecursive, listener) => {
      listeners.set(folder, listener);
      return { close: () => void listeners.delete(folder) };
    },
    now: () => now,
    hasUnseen: () => hasUnseen,
    onChange: () => void (changes += 1),
    onFailure: (error) => expect(error).toBeUndefined(),
  });
  await gitPause.follow({ root: '/', gitDir, commonDir: gitDir });
});
afterEach(async () => {
  gitPause.close();
  await rm(gitDir, { recursive: true, force: true });
});

function noticeLock(): void {
  listeners.get(gitDir)?.onNotice('index.lock');
}

describe('createGitPause', () => {
  it('holds nothing back where git does nothing', async () => {
    expect(await gitPause.isPaused()).toBe(false);
  });

  it('ends some time after the lock went, and was asked about', async () => {
    await writeFile(lock, '');
    expect(await gitPause.isPaused()).toBe(true);
    await rm(lock);
    now = 1000;
    expect(await gitPause.isPaused()).toBe(true);
    now = 1249;
    expect(await gitPause.isPaused()).toBe(true);
    now = 1250;
    expect(await gitPause.isPaused()).toBe(false);
  });

  it('holds back what a lock did that was gone before anybody looked', async () => {
    noticeLock();
    expect(await gitPause.isPaused()).toBe(true);
    now = 250;
    expect(await gitPause.isPaused()).toBe(false);
  });

  it('holds for the whole of a checkout, however long ago git was at work before', async () => {
    noticeLock();
    now = 600_000;
    await writeFile(lock, '');
    expect(await gitPause.isPaused()).toBe(true);
    now = 629_999;
    expect(await gitPause.isPaused()).toBe(true);
    now = 630_000;
    expect(await gitPause.isPaused()).toBe(false);
  });

  it('does not end while something noticed was not looked at, but for the longest time', async () => {
    noticeLock();
    hasUnseen = true;
    for (now of [0, 250, 29_999]) expect(await gitPause.isPaused()).toBe(true);
    now = 30_000;
    expect(await gitPause.isPaused()).toBe(false);
  });

  it('tells where the rules, or a folder that it watches, may be others', () => {
    listeners.get(join(gitDir, 'info'))?.onNotice('exclude');
    expect(changes).toBe(1);
    listeners.get(join(gitDir, 'info'))?.onNotice('info');
    expect(changes).toBe(2);
    expect([...listeners.keys()]).toEqual([gitDir]);
    gitPause.close();
    expect([...listeners.keys()]).toEqual([]);
  });
});

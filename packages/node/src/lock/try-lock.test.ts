import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLock, tryLock, type LockHolder } from './try-lock.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ty-'));
  file = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

function deadPid(): number {
  return spawnSync('true').pid;
}

describe('tryLock', () => {
  it('gives a lock to one at a time', () => {
    const first = tryLock(file);
    expect(first?.isHeld()).toBe(true);
    expect(tryLock(file)).toBeUndefined();
    first?.release();
    expect(first?.isHeld()).toBe(false);
    expect(tryLock(file)?.isHeld()).toBe(true);
  });

  it('breaks the lock of a process that is dead, and leaves nothing behind', () => {
    writeFileSync(file, `${deadPid()} abc`);
    tryLock(file)?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('breaks a lock that is old, also of a living pid or without one', () => {
    for (const id of [`${process.pid} abc`, '', 'nonsense']) {
      writeFileSync(file, id);
      expect(tryLock(file)).toBeUndefined();
      utimesSync(file, new Date(0), new Date(0));
      const lock = tryLock(file);
      expect(lock?.isHeld()).toBe(true);
      lock?.release();
    }
  });

  it('leaves the breaking to whoever is at it, and takes over from one who died there', () => {
    const holder = `${deadPid()} abc`;
    writeFileSync(file, holder);
    const claim = `${file}.${createHash('sha256').update(holder).digest('hex').slice(0, 8)}`;
    writeFileSync(claim, `${process.pid} at work`);
    expect(tryLock(file)).toBeUndefined();
    writeFileSync(claim, `${deadPid()} died`);
    expect(tryLock(file)?.isHeld()).toBe(true);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('breaks one that is held for long only where its holder is gone, however old it is', () => {
    const isAbandoned = vi.fn(({ text }: LockHolder) => text === 'gone');
    writeFileSync(file, 'there');
    utimesSync(file, new Date(0), new Date(0));
    expect(tryLock(file, { text: 'me', isAbandoned })).toBeUndefined();
    expect(isAbandoned).toHaveBeenCalledOnce();
    writeFileSync(file, 'gone');
    const lock = tryLock(file, { text: 'me', isAbandoned });
    expect(readLock(file)?.text).toBe('me');
    lock?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says something else of its holder, who still holds it', () => {
    const lock = tryLock(file, { text: 'opening', isAbandoned: () => false });
    lock?.restate('open');
    expect(readLock(file)?.text).toBe('open');
    expect(lock?.isHeld()).toBe(true);
    lock?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is lost where something else took its place, which stays', () => {
    const lock = tryLock(file);
    rmSync(file);
    mkdirSync(file);
    lock?.restate('mine');
    lock?.release();
    expect(lock?.isHeld()).toBe(false);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('notices that it was broken, and leaves the new holder its lock', () => {
    const lost = tryLock(file);
    utimesSync(file, new Date(0), new Date(0));
    const taken = tryLock(file);
    expect([lost?.isHeld(), taken?.isHeld()]).toEqual([false, true]);
    lost?.release();
    expect(taken?.isHeld()).toBe(true);
  });
});

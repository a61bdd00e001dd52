import { expect, it } from 'vitest';
import { createSpawnQueue } from './create-spawn-queue.ts';

/** Runs spawns that take so long each; tells when they began, when they were handed out, and how the event loop turned. */
async function record(count: number, ms: number, mostHeldMs?: number): Promise<readonly string[]> {
  const seen: string[] = [];
  const queue = createSpawnQueue(mostHeldMs);
  let next = setImmediate(function note() {
    if (seen.at(-1) !== 'turn') seen.push('turn');
    next = setImmediate(note);
  });
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await queue.run(async () => {
        for (const startedAt = performance.now(); performance.now() - startedAt < ms;);
        seen.push(`begin ${index}`);
      });
      seen.push(`use ${index}`);
    }),
  );
  clearImmediate(next);
  return seen;
}

it('lets the event loop turn between two processes, and hands out none before all have begun', async () => {
  const each = ['begin 0', 'begin 1', 'begin 2', 'use 0', 'use 1', 'use 2'];
  expect(await record(3, 0)).toEqual(each.flatMap((step) => ['turn', step]));
});

it('holds a process back for no longer than a moment', async () => {
  const seen = await record(8, 20, 50);
  expect(seen.indexOf('use 0')).toBeLessThan(seen.indexOf('begin 4'));
  expect(seen.filter((step) => step.startsWith('use'))).toHaveLength(8);
});

it('goes on after one that fails', async () => {
  const queue = createSpawnQueue();
  const failed = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await queue.run(() => Promise.resolve('later'))).toBe('later');
});

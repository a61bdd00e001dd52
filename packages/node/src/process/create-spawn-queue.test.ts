import { expect, it } from 'vitest';
import { createSpawnQueue } from './create-spawn-queue.ts';

/** Runs `count` spawns that take `ms` each; tells the order of them and of the turns of the event loop. */
async function record(count: number, ms: number): Promise<readonly string[]> {
  const seen: string[] = [];
  const queue = createSpawnQueue();
  let isOver = false;
  const noteTurn = (): void => {
    seen.push('turn');
    if (!isOver) setImmediate(noteTurn);
  };
  const spawns = Array.from({ length: count }, (_, index) =>
    queue.run(async () => {
      for (const startedAt = performance.now(); performance.now() - startedAt < ms;);
      seen.push(String(index));
      return index;
    }),
  );
  setImmediate(noteTurn);
  expect(await Promise.all(spawns)).toEqual(Array.from({ length: count }, (_, index) => index));
  isOver = true;
  return seen.slice(0, seen.lastIndexOf(String(count - 1)) + 1);
}

it('begins processes that take no time in one turn of the event loop, in order', async () => {
  expect(await record(5, 0)).toEqual(['0', '1', '2', '3', '4']);
});

it('lets the event loop go on between processes that take long', async () => {
  expect(await record(3, 30)).toEqual(['0', 'turn', '1', 'turn', '2']);
});

it('goes on after one that fails', async () => {
  const queue = createSpawnQueue();
  const failed = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await queue.run(() => Promise.resolve('later'))).toBe('later');
});

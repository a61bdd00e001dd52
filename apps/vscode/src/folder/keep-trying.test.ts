import { createFakeClock, letTimePass } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { keepTrying } from './keep-trying.ts';

it('tries again after a while until it succeeds', async () => {
  const clock = createFakeClock();
  const failed: unknown[] = [];
  let tries = 0;
  const work = async (): Promise<void> => {
    if (++tries < 3) throw new Error(`try ${tries}`);
  };
  const startedAt = clock.now();
  await letTimePass(
    clock,
    keepTrying(work, { clock, signal: new AbortController().signal, onFailed: (error) => failed.push(error) }),
  );
  expect(failed).toEqual([new Error('try 1'), new Error('try 2')]);
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual(10_000);
});

it('ends with its signal, without a word and without a timer', async () => {
  const clock = createFakeClock();
  const end = new AbortController();
  const failed: unknown[] = [];
  const trying = keepTrying(() => Promise.reject(new Error('no')), {
    clock,
    signal: end.signal,
    onFailed: (error) => failed.push(error),
  });
  await Promise.resolve();
  end.abort();
  await trying;
  expect(failed.length).toBeLessThanOrEqual(1);
  expect(clock.pending).toBe(0);
  await keepTrying(() => expect.fail('It ran.'), { clock, signal: end.signal, onFailed: () => undefined });
});

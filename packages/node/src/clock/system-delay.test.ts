import { expect, it } from 'vitest';
import { wait } from './wait.ts';

it('takes the time it is told', async () => {
  const begun = performance.now();
  await wait(20);
  expect(performance.now() - begun).toBeGreaterThan(15);
});

it('ends with the signal, and with its reason', async () => {
  const stop = new AbortController();
  const waiting = wait(60_000, stop.signal);
  stop.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(wait(60_000, AbortSignal.abort('before'))).rejects.toBe('before');
});

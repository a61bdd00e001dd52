import { expect, it } from 'vitest';
import { systemDelay } from './system-delay.ts';

it('takes the time it is told', async () => {
  const begun = performance.now();
  await systemDelay(20);
  expect(performance.now() - begun).toBeGreaterThan(15);
});

it('ends with the signal, and with its reason', async () => {
  const stop = new AbortController();
  const waiting = systemDelay(60_000, stop.signal);
  stop.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(systemDelay(60_000, AbortSignal.abort('before'))).rejects.toBe('before');
});

import { expect, it } from 'vitest';
import { orAborted } from './or-aborted.ts';

it('gives what the promise gives, or its failure', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(Promise.resolve('done'), signal)).toBe('done');
  await expect(orAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
});

it('rejects with the reason of the signal where that comes first, or has come before', async () => {
  const stop = new AbortController();
  const waiting = orAborted(new Promise(() => undefined), stop.signal);
  stop.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(orAborted(Promise.resolve('done'), stop.signal)).rejects.toBe('enough');
});

it('rejects with a reason of its own where there is one', async () => {
  const waiting = orAborted(Promise.resolve(), AbortSignal.abort('enough'), () => new Error('took too long'));
  await expect(waiting).rejects.toThrow('took too long');
});

it('leaves nobody with the failure of what was given up', async () => {
  const stop = new AbortController();
  let fail = (_error: Error): void => undefined;
  const waiting = orAborted(new Promise((_resolve, reject) => (fail = reject)), stop.signal);
  stop.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  // An unhandled rejection would fail this run.
  fail(new Error('too late'));
  await new Promise((resolve) => void setImmediate(resolve));
});

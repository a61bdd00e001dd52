import { createFakeClock, letTimePass } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFeatureLookup } from './create-feature-lookup.ts';

it('asks a backend that did not answer in time again after 30 s, and not before', async () => {
  const clock = createFakeClock();
  let asked = 0;
  const exchange = {
    send(_request: unknown, { signal }: { readonly signal: AbortSignal }) {
      asked++;
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    close: () => Promise.resolve(),
  };
  const lookUp = createFeatureLookup({ exchange, clock, writeLog: () => undefined });
  const { signal } = new AbortController();
  await letTimePass(clock, lookUp(signal));
  clock.advance(29_900);
  await lookUp(signal);
  expect(asked).toBe(1);
  clock.advance(99);
  await lookUp(signal);
  expect(asked).toBe(1);
  clock.advance(1);
  void lookUp(signal);
  expect(asked).toBe(2);
});

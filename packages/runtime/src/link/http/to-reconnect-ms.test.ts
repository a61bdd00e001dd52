import { expect, it } from 'vitest';
import { toReconnectMs } from './to-reconnect-ms.ts';

it.each([
  ['nothing', undefined, 1000],
  ['no wait', 0, 500],
  ['its own time', 2500, 2500],
  ['more than a minute', 900_000, 60_000],
])('waits as the server wants within limits where it asks for %s', (_what, retryMs, ms) => {
  for (const fruitless of [0, 1]) expect(toReconnectMs({ retryMs, fruitless, longestMs: 10_000 })).toBe(ms);
});

it('waits twice as long after each stream that brings nothing, up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 6, 5000].map((fruitless) =>
    toReconnectMs({ retryMs: 0, fruitless, longestMs: 10_000 }),
  );
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

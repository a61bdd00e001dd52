import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { waitForEvent } from './wait-for-event.ts';

it('waits for an event or a signal, however many wait with the same one', async () => {
  const listeners = new Set<() => void>();
  const on = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  let isReady = false;
  const stop = new AbortController();
  const waiting = Array.from({ length: 30 }, () => waitForEvent(on, () => isReady, stop.signal));
  // Node warns of a leak from the eleventh listener on.
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  isReady = true;
  for (const listener of listeners) listener();
  await Promise.all(waiting);
  expect(listeners.size).toBe(0);

  isReady = false;
  const stopped = waitForEvent(on, () => isReady, stop.signal);
  stop.abort();
  await stopped;
  await waitForEvent(on, () => isReady, stop.signal);
  expect(listeners.size).toBe(0);
});

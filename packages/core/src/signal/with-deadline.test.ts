import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const TOO_LONG_MS = 10_000;

function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

const realTime = {
  after(ms: number, action: () => void): () => void {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits for the signal as `wait` does, with everything collected that nobody holds; whether it came. */
async function waitWhileCollecting(wait: (until: AbortSignal) => Promise<void>): Promise<boolean> {
  const collect = createCollector();
  const begun = performance.now();
  const ended = { isOver: false };
  void withDeadline({ clock: realTime, ms: 100, signal: new AbortController().signal }, wait).then(
    () => (ended.isOver = true),
  );
  while (!ended.isOver && performance.now() - begun < TOO_LONG_MS) {
    collect();
    await turn();
  }
  return ended.isOver;
}

it('ends the wait of somebody who listens, whatever is garbage-collected meanwhile', async () => {
  const listen = (until: AbortSignal): Promise<void> =>
    new Promise((resolve) => until.addEventListener('abort', () => resolve(), { once: true }));
  expect(await waitWhileCollecting(listen)).toBe(true);
});

it('ends the wait of somebody who only looks at the signal, whatever is garbage-collected meanwhile', async () => {
  const look = async (until: AbortSignal): Promise<void> => {
    while (!until.aborted) await turn();
  };
  expect(await waitWhileCollecting(look)).toBe(true);
});

it('ends with the signal it was given, and with its reason', async () => {
  const stop = new AbortController();
  const reason = await withDeadline({ clock: createFakeClock(), ms: 60_000, signal: stop.signal }, async (until) => {
    stop.abort('asked to');
    return until.reason;
  });
  expect(reason).toBe('asked to');
});

it('is over from the start where its signal is', async () => {
  const deadline = { clock: createFakeClock(), ms: 60_000, signal: AbortSignal.abort() };
  expect(await withDeadline(deadline, async (until) => until.aborted)).toBe(true);
});

it('gives the reason that it was told to when the time is over', async () => {
  const clock = createFakeClock();
  const reason = await withDeadline({ clock, ms: 100, toReason: () => 'too slow' }, async (until) => {
    clock.advance(99);
    expect(until.aborted).toBe(false);
    clock.advance(1);
    return until.reason;
  });
  expect(reason).toBe('too slow');
});

it.each([
  ['done', async () => 1],
  ['failed', async () => Promise.reject(new Error('no'))],
])('leaves no timer and follows nobody when the work is %s', async (_how, work) => {
  const clock = createFakeClock();
  const stop = new AbortController();
  let given: AbortSignal | undefined;
  await withDeadline({ clock, ms: 100, signal: stop.signal }, (until) => {
    given = until;
    return work();
  }).catch(() => undefined);
  stop.abort();
  expect(clock.pending).toBe(0);
  expect(given?.aborted).toBe(false);
});

import type { Clock } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createSilenceWatch, type WatchedCall } from './create-silence-watch.ts';

const SILENCE_MS = 1000;

/** Calls under a watch, and how many timers it has set. */
function openWatch(): {
  readonly clock: ReturnType<typeof createFakeClock>;
  timers(): number;
  begin(name: string): { hear(): void; end(): void };
  readonly ended: string[];
  readonly bugs: unknown[];
} {
  const clock = createFakeClock();
  const open = new Map<string, WatchedCall>();
  const ended: string[] = [];
  let timers = 0;
  const counting: Clock = {
    now: clock.now,
    after(ms, action) {
      timers++;
      return clock.after(ms, action);
    },
  };
  const bugs: unknown[] = [];
  const watch = createSilenceWatch({
    clock: counting,
    silenceMs: SILENCE_MS,
    open: () => [...open.values()],
    onBug: (error) => void bugs.push(error),
  });
  return {
    clock,
    ended,
    bugs,
    timers: () => timers,
    begin(name) {
      let heardAt = clock.now();
      open.set(name, {
        silenceLeft: () => heardAt + SILENCE_MS - clock.now(),
        endSilent() {
          open.delete(name);
          ended.push(name);
          if (name === 'bad') throw new Error('bad end');
        },
      });
      watch.begin();
      return { hear: () => (heardAt = clock.now()), end: () => open.delete(name) };
    },
  };
}

it('ends each call when it was silent for too long, and not before', () => {
  const { clock, begin, ended } = openWatch();
  begin('first');
  clock.advance(400);
  begin('second');
  clock.advance(599);
  expect(ended).toEqual([]);
  clock.advance(1);
  expect(ended).toEqual(['first']);
  clock.advance(399);
  expect(ended).toEqual(['first']);
  clock.advance(1);
  expect(ended).toEqual(['first', 'second']);
});

it('waits anew from what was heard last', () => {
  const { clock, begin, ended } = openWatch();
  const call = begin('call');
  clock.advance(900);
  call.hear();
  clock.advance(999);
  expect(ended).toEqual([]);
  clock.advance(1);
  expect(ended).toEqual(['call']);
});

it('needs one timer for a thousand calls that end in time, and none afterwards', () => {
  const { clock, begin, ended, timers } = openWatch();
  for (let index = 0; index < 1000; index++) begin(`call ${index}`).end();
  expect(timers()).toBe(1);
  clock.advance(SILENCE_MS);
  expect(timers()).toBe(1);
  begin('late');
  clock.advance(SILENCE_MS);
  expect(ended).toEqual(['late']);
  expect(timers()).toBe(2);
});

it('goes on where the end of a call throws', () => {
  const { clock, begin, ended, bugs } = openWatch();
  begin('bad');
  begin('second');
  clock.advance(SILENCE_MS);
  expect(ended).toEqual(['bad', 'second']);
  expect(bugs).toMatchObject([{ message: 'bad end' }]);
  begin('later');
  clock.advance(SILENCE_MS);
  expect(ended).toEqual(['bad', 'second', 'later']);
});

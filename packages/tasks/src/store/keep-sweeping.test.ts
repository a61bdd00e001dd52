import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { keepSweeping } from './keep-sweeping.ts';

const MINUTE_MS = 60_000;

it('sweeps a minute after the start, since many runs are short, then every hour until it is stopped', async () => {
  const clock = createFakeClock();
  const swept: string[] = [];
  const sweeper = keepSweeping(
    {
      async sweeping(until) {
        swept.push(until);
        throw new Error('the database is away');
      },
    },
    clock,
  );
  clock.advance(MINUTE_MS - 1);
  expect(swept).toHaveLength(0);
  clock.advance(1);
  expect(swept).toEqual([new Date(clock.now()).toISOString()]);
  clock.advance(59 * MINUTE_MS);
  expect(swept).toHaveLength(1);
  clock.advance(MINUTE_MS);
  expect(swept).toHaveLength(2);
  await sweeper.stop();
  clock.advance(120 * MINUTE_MS);
  expect(swept).toHaveLength(2);
});

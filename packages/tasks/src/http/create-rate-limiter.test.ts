import { createFakeClock } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './create-rate-limiter.ts';

describe('a rate limiter', () => {
  it('never lets more than the limit through in any minute, and never waits longer than needed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer({ min: 0, max: 30_000 })), (limit, pauses) => {
        const clock = createFakeClock();
        const limiter = createRateLimiter({ readsPerMinute: limit, writesPerMinute: 0 }, clock);
        const through: number[] = [];
        for (const pause of pauses) {
          clock.advance(pause);
          const wait = limiter.take('ann', 'read');
          const recent = through.filter((time) => time > clock.now() - 60_000);
          expect(wait === undefined).toBe(recent.length < limit);
          if (wait === undefined) through.push(clock.now());
          else expect(wait).toBe((recent[recent.length - limit] ?? 0) + 60_000 - clock.now());
        }
      }),
    );
  });

  it('refuses everything at 0 and nothing at -1', () => {
    const limiter = createRateLimiter({ readsPerMinute: -1, writesPerMinute: 0 }, createFakeClock());
    for (let index = 0; index < 1000; index++) expect(limiter.take('ann', 'read')).toBeUndefined();
    expect(limiter.take('ann', 'write')).toBe(60_000);
  });
});

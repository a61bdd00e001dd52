import { describe, it } from 'vitest';
import { expectRunsAtOnce } from './expect-runs-at-once.ts';
import { LIMIT } from './watch-hooks.ts';

describe('runs at once', LIMIT, () => {
  it.each([
    [2, 'with a limit for all hooks', { hookConcurrentLimit: 2 }],
    [3, 'with a limit for each server', { hookServerLimit: 3 }],
  ])('are %i of 20 that are wanted %s', (atOnce, _what, settings) => expectRunsAtOnce(atOnce, settings));
});

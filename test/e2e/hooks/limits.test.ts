import { describe, it } from 'vitest';
import { expectRunsAtOnce } from './expect-runs-at-once.ts';
import { LIMIT } from './watch-hooks.ts';

describe('runs at once', LIMIT, () => {
  it('are 2 of 20 that are wanted with a limit for all hooks', () => expectRunsAtOnce(2, { hookConcurrentLimit: 2 }));
});

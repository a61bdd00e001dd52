import { describe, it } from 'vitest';
import { expectCircleRefused, expectCircleTold } from './harness/circle.ts';

describe('a configuration that leads back into itself', () => {
  it.each(['directly', 'through a shell'] as const)(
    '%s is refused, shows the circle, and leaves the other servers working',
    expectCircleRefused,
  );

  it.each(['through a shell', 'through a second file'] as const)('%s is told by status', expectCircleTold);
});

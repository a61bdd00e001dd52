import { describe, it } from 'vitest';
import { expectForced, expectNothingLeft } from './harness/gateway-ends.ts';

describe('nothing is left of servers and grandchildren', () => {
  it.each(['SIGTERM comes', 'SIGINT comes'] as const)('within 5 s when %s', expectNothingLeft);

  it.each(['its stdin is closed', 'SIGINT comes', 'it is killed with -9'] as const)(
    'that ignores the end of its input and SIGTERM when %s',
    expectForced,
  );
});

import { describe, it } from 'vitest';
import { expectOnlyMessages, live, NOISY } from './harness/gateway-life.ts';

describe('stdout has nothing but the protocol', () => {
  it.each(['toolyard', 'mcp-simple-aggregator'] as const)('with noisy servers and %s --debug', async (program) => {
    expectOnlyMessages(await live(NOISY, { program, words: ['--debug'] }));
  });
});

import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createMarker, createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { expectForced, expectNothingLeft, openMarked } from './harness/gateway-ends.ts';
import { openGateway } from './harness/start-gateway.ts';

describe('nothing is left of servers and grandchildren', () => {
  it.each(['its stdin is closed', 'it is killed with -9'] as const)('within 5 s when %s', expectNothingLeft);

  it('that ignores the end of its input and SIGTERM when SIGTERM comes', () => expectForced('SIGTERM comes'));

  it('takes no grace that a well-behaved server does not need', async () => {
    const { gateway } = await openMarked((marker) => ({ good: fixture('echo', [], marker) }), 1);
    const askedAt = performance.now();
    await gateway.close();
    expect(performance.now() - askedAt).toBeLessThan(1000);
  });

  it('while servers are still starting', async () => {
    const marker = createMarker();
    const gateway = await openGateway(
      createYardFolder({ slow: fixture('slow-start', ['60000'], marker), mute: fixture('never-answers', [], marker) }),
    );
    await waitUntil(() => findProcesses(marker).length === 2, 20_000);
    expect(await gateway.close()).toMatchObject({ code: 0 });
    expect(findProcesses(marker)).toEqual([]);
  });
});

import { describe, it } from 'vitest';
import { expectAsDirect } from './harness/real-servers.ts';
import { connectV1, connectV2 } from './harness/sdk-clients.ts';

describe('three real servers', () => {
  it('look behind toolyard to the SDK client v2 as they do directly', () =>
    expectAsDirect(connectV2, 'toolyard', '__'));

  it('look behind mcp-simple-aggregator to the SDK client v1 as they do directly', () =>
    expectAsDirect(connectV1, 'mcp-simple-aggregator', ':'));
});

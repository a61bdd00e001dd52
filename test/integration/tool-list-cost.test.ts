import { measureTools } from '@toolyard/host';
import { recallCatalogue } from '@toolyard/runtime';
import { createConfiguration, createFakeServerMemory } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const signal = new AbortController().signal;

const SERVERS = {
  small: { tools: ['a'] },
  large: {
    tools: ['read', 'a name that is written otherwise'],
    define: () => ({ description: 'größer '.repeat(100), _meta: { kept: true } }),
  },
};

describe('what the tools cost', () => {
  it('is measured on the bytes that a client of the gateway gets', async () => {
    const configuration = createConfiguration({
      small: { tools: { exclude: [], rename: { a: 'shown' } } },
      large: { naming: 'dot' },
    });
    const { yard, client } = openTestGateway(SERVERS, configuration);
    await yard.settled({ signal });
    const answer = await client.request('tools/list');
    const bytes = new TextEncoder().encode(answer.text('result')).length;
    const cost = measureTools(configuration, yard.catalogue);
    expect(cost).toMatchObject({ tools: 3, bytes, tokens: Math.round(bytes / 4) });
    expect(cost.servers.map(({ key, tools }) => [key, tools])).toEqual([
      ['large', 2],
      ['small', 1],
    ]);
  });

  it('is nothing but the frame where there are none', () => {
    const configuration = createConfiguration({});
    const catalogue = recallCatalogue(configuration, createFakeServerMemory());
    expect(measureTools(configuration, catalogue)).toEqual({ tools: 0, bytes: 12, tokens: 3, servers: [] });
  });
});

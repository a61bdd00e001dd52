import { createLinkPair } from '@toolyard/core';
import { createJoinedYard } from '@toolyard/runtime';
import { describeYard, YARD_SERVERS, type YardUnderTest } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

function openLocal(): YardUnderTest & ReturnType<typeof openTestGateway> {
  const opened = openTestGateway(YARD_SERVERS);
  return {
    ...opened,
    crash: (key, reason) => opened.links.starts.get(key)?.pair.breakOff(reason),
    offer: (key, tools) => opened.server(key).offer(tools),
  };
}

describe('a yard of this process', () => {
  describeYard(async () => openLocal());
});

describe('a joined yard', () => {
  describeYard(async () => {
    const local = openLocal();
    const pair = createLinkPair();
    local.gateway.accept(pair.near, { trusted: true });
    return { ...local, yard: await createJoinedYard(pair.far) };
  });

  it('needs a trusted link', async () => {
    const pair = createLinkPair();
    openLocal().gateway.accept(pair.near);
    await expect(createJoinedYard(pair.far)).rejects.toThrow('Method not found: toolyard/follow');
  });

  it('ends with the process it joined, and open calls are told', async () => {
    const local = openLocal();
    const pair = createLinkPair();
    local.gateway.accept(pair.near, { trusted: true });
    const yard = await createJoinedYard(pair.far);
    await yard.settled({ signal: new AbortController().signal });
    const open = yard.caller.call(
      { tool: 'files:wait', arguments: {}, origin: 'person' },
      new AbortController().signal,
    );
    pair.breakOff('was killed');
    await expect(open).rejects.toThrow('The running Toolyard is gone: it was killed');
    await yard.ended;
  });

  it('goes on when somebody who joined leaves', async () => {
    const local = openLocal();
    const pair = createLinkPair();
    local.gateway.accept(pair.near, { trusted: true });
    const yard = await createJoinedYard(pair.far);
    await yard.settled({ signal: new AbortController().signal });
    await yard.stop();
    expect(local.yard.server('web')?.state).toBe('running');
  });
});

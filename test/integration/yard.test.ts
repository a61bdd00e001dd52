import { createLinkPair, type ToolCall } from '@toolyard/core';
import { createGateway } from '@toolyard/gateway';
import { createJoinedYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createMemoryLog,
  describeYard,
  YARD_SERVERS,
  type YardUnderTest,
} from '@toolyard/testing';
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

  it('tells the assistant nothing of the secrets of its servers, and others what a tool returned', async () => {
    const content = [{ type: 'text', text: `${'x'.repeat(10_000)} token-s3cr3t-0123` }];
    const local = openTestGateway(
      { a: { tools: ['say'], call: () => JSON.stringify({ content }) } },
      createConfiguration({ a: { env: { API_TOKEN: 'token-s3cr3t-0123' } } }),
    );
    const pair = createLinkPair();
    local.gateway.accept(pair.near, { trusted: true });
    const { caller } = await createJoinedYard(pair.far);
    const { signal } = new AbortController();
    const said = async (origin: ToolCall['origin']): Promise<string> =>
      JSON.stringify(await caller.call({ tool: 'a:say', arguments: {}, origin }, signal));
    expect(await said('assistant')).toMatch(/x{10000} \*\*\*"/);
    expect(await said('assistant')).not.toContain('s3cr3t');
    expect(await said('document')).toContain('token-s3cr3t-0123');
  });

  it('needs a trusted link', async () => {
    const pair = createLinkPair();
    openLocal().gateway.accept(pair.near);
    await expect(createJoinedYard(pair.far)).rejects.toThrow('Method not found: toolyard/follow');
  });

  it('tells of the program that runs it, and ends that where it may', async () => {
    const ends: string[] = [];
    const about = { program: 'toolyard background', pid: 7, isBackground: true, links: 1 };
    const join = (end?: () => void): ReturnType<typeof createJoinedYard> => {
      const local = openLocal();
      const options = { yard: local.yard, clock: local.clock, log: createMemoryLog(), newTaskId: () => 'id' };
      const pair = createLinkPair();
      const program = { about: () => about, end };
      const gateway = createGateway({ ...options, info: { name: 'toolyard', version: '1' }, program });
      gateway.accept(pair.near, { trusted: true });
      return createJoinedYard(pair.far);
    };
    const yard = await join(() => ends.push('ended'));
    expect(await yard.about()).toEqual(about);
    await yard.end();
    expect(ends).toEqual(['ended']);
    await expect((await join()).end()).rejects.toThrow(
      'This Toolyard runs in the foreground. Stop it where it was started.',
    );
  });

  it('knows nothing of a program that is too old to tell', async () => {
    const pair = createLinkPair();
    openLocal().gateway.accept(pair.near, { trusted: true });
    expect(await (await createJoinedYard(pair.far)).about()).toBeUndefined();
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

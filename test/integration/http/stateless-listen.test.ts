import {
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type Link,
} from '@toolyard/core';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { messagesIn, openFront, readEvents } from './open-front.ts';
import { postStateless } from './post-stateless.ts';

const TOOLS = createNotification('notifications/tools/list_changed');
const PROMPTS = createNotification('notifications/prompts/list_changed');
const tagged = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  method,
  params: { ...params, _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } },
});
const acknowledged = (notifications: object): object =>
  tagged('notifications/subscriptions/acknowledged', { notifications });

interface Asked {
  readonly links: Link[];
  readonly received: Frame[];
  accept(link: Link): void;
}

/** Answers everything but what is about the URI "a:none". */
function answering(): Asked {
  const links: Link[] = [];
  const received: Frame[] = [];
  const accept = (link: Link): void => {
    links.push(link);
    link.receive((frame) => {
      received.push(frame);
      if (frame.isResponse) return undefined;
      const { id = 0 } = frame;
      const isKnown = frame.param('uri') !== 'a:none';
      return link.send(isKnown ? createResponse(id, '{}') : createErrorResponse(id, { code: -32002, message: 'none' }));
    });
  };
  return { links, received, accept };
}

const listenFor = (notifications: object) => ({ id: 'l', params: { notifications } });

describe('listening', () => {
  it('begins with what will be told, and tells that alone, until Toolyard ends', async () => {
    const { accept, links } = answering();
    const { url, front } = await openFront({ accept });
    const answer = await postStateless(url, 'subscriptions/listen', listenFor({ toolsListChanged: true }));
    for (const frame of [PROMPTS, TOOLS]) void links[0]?.send(frame);
    void links[0]?.send(createNotification('notifications/resources/updated', { uri: 'a:b' }));
    await front.close();
    expect(messagesIn(await readEvents(answer))).toEqual([
      acknowledged({ toolsListChanged: true }),
      tagged('notifications/tools/list_changed'),
      {
        jsonrpc: '2.0',
        id: 'l',
        result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } },
      },
    ]);
  });

  it('asks for the lists first, and again after each change', async () => {
    const { accept, links, received } = answering();
    const { url } = await openFront({ accept });
    await postStateless(url, 'subscriptions/listen', listenFor({ resourcesListChanged: true }));
    void links[0]?.send(createNotification('notifications/resources/list_changed'));
    const lists = ['resources/list', 'resources/templates/list'];
    expect(received.map(({ method }) => method)).toEqual(['initialize', ...lists, ...lists]);
  });

  it('subscribes to resources, and says which it could not', async () => {
    const { accept, links } = answering();
    const { url } = await openFront({ accept });
    const wanted = listenFor({ resourceSubscriptions: ['a:b', 'a:none', 'a:b'] });
    const answer = await postStateless(url, 'subscriptions/listen', wanted);
    void links[0]?.send(createNotification('notifications/resources/updated', { uri: 'a:b' }));
    const events = await readEvents(answer, (seen) => messagesIn(seen).length === 2);
    expect(messagesIn(events)).toEqual([
      acknowledged({ resourceSubscriptions: ['a:b'] }),
      tagged('notifications/resources/updated', { uri: 'a:b' }),
    ]);
  });

  it('keeps what comes before it has begun', async () => {
    const links: Link[] = [];
    const asked: Frame[] = [];
    const accept = (link: Link): void => {
      links.push(link);
      link.receive((frame) => void asked.push(frame));
    };
    const { url } = await openFront({ accept });
    const answer = postStateless(url, 'subscriptions/listen', listenFor({ toolsListChanged: true }));
    await waitUntil(() => asked.length === 2);
    void links[0]?.send(TOOLS);
    for (const { id = 0 } of asked) void links[0]?.send(createResponse(id, '{}'));
    const events = await readEvents(await answer, (seen) => messagesIn(seen).length === 2);
    expect(messagesIn(events)).toEqual([
      acknowledged({ toolsListChanged: true }),
      tagged('notifications/tools/list_changed'),
    ]);
  });

  it('ends with its stream, which is written to while it is quiet', async () => {
    const clock = createFakeClock();
    const { accept, links } = answering();
    const { url } = await openFront({ accept, clock });
    const stop = new AbortController();
    const wanted = { ...listenFor({ toolsListChanged: true }), signal: stop.signal };
    const answer = await postStateless(url, 'subscriptions/listen', wanted);
    await readEvents(answer, (seen) => messagesIn(seen).length === 1);
    clock.advance(15_000);
    expect(await readEvents(answer, (seen) => seen.length === 1)).toHaveLength(1);
    stop.abort();
    expect(await links[0]?.closed).toMatchObject({ reason: 'went away' });
  });

  it('cuts off a client that does not read', async () => {
    const { accept, links } = answering();
    const { url } = await openFront({ accept, limits: { maxUnsentBytes: 100_000 } });
    await postStateless(url, 'subscriptions/listen', listenFor({ resourceSubscriptions: ['a:b'] }));
    const large = createNotification('notifications/resources/updated', { uri: 'a:b', x: 'x'.repeat(1_000_000) });
    for (let count = 0; count < 20; count++) void links[0]?.send(large);
    expect(await links[0]?.closed).toMatchObject({ expected: false });
  });

  it('cannot be asked', async () => {
    const { accept, links, received } = answering();
    const { url } = await openFront({ accept });
    await postStateless(url, 'subscriptions/listen', listenFor({ toolsListChanged: true }));
    void links[0]?.send(createRequest('q', 'roots/list'));
    await waitUntil(() => received.at(-1)?.isResponse === true);
    expect(received.at(-1)?.value('error')).toEqual({
      code: -32601,
      message: 'A client that listens cannot be asked.',
    });
  });

  it('needs a stream', async () => {
    const { url } = await openFront();
    const headers = { accept: 'application/json' };
    const answer = await postStateless(url, 'subscriptions/listen', { ...listenFor({}), headers });
    expect(answer.status).toBe(406);
  });
});

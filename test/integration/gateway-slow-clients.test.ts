import { createLinkPair, type Link } from '@toolyard/core';
import { createTestClient, waitUntil, type TestClient } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const signal = new AbortController().signal;

/** A client that takes what it is sent, but says it is full until it is told to go on. */
function connectSlow(accept: (link: Link) => unknown): { client: TestClient; fill: () => void; goOn: () => void } {
  const { near, far } = createLinkPair();
  let full: Promise<void> | undefined;
  let free: () => void = () => undefined;
  accept({
    ...near,
    send(frame) {
      void near.send(frame);
      return full;
    },
  });
  return {
    client: createTestClient(far),
    fill: () => void (full = new Promise((resolve) => (free = resolve))),
    goOn() {
      full = undefined;
      free();
    },
  };
}

async function open() {
  const opened = openTestGateway({ a: { tools: ['t'] } });
  await opened.yard.settled({ signal });
  const slow = connectSlow((link) => opened.gateway.accept(link));
  await slow.client.request('ping');
  slow.fill();
  void slow.client.request('tools/call', { name: 'a__t' });
  await waitUntil(() => slow.client.answers.length === 2);
  return { ...opened, slow };
}

describe('a client that takes no more', () => {
  it('slows a server down', async () => {
    const { client, slow } = await open();
    const other = client.request('tools/call', { name: 'a__t' });
    await client.request('ping');
    expect(client.answers).toHaveLength(1);
    slow.goOn();
    expect((await other).span('error')).toBeUndefined();
  });

  it('and is alone loses nothing, and its server is not taken for dead, however long it takes', async () => {
    const { gateway, clock, server, yard } = openTestGateway({ a: { tools: ['t'] } }, undefined, false);
    await yard.settled({ signal });
    const slow = connectSlow((link) => gateway.accept(link));
    await slow.client.request('ping');
    slow.fill();
    for (let data = 0; data < 3; data++) server('a').notify('notifications/message', { level: 'info', data });
    await waitUntil(() => slow.client.notifications.length === 1);
    for (let seconds = 0; seconds < 120; seconds += 5) clock.advance(5000);
    expect(yard.server('a')).toMatchObject({ state: 'running', failures: 0 });
    slow.goOn();
    await waitUntil(() => slow.client.notifications.length === 3);
  });

  it('does not keep a server from others for long, and gets its own answers, but no messages on the way', async () => {
    const { client, slow, clock, server } = await open();
    const other = client.request('tools/call', { name: 'a__t' });
    await client.request('ping');
    clock.advance(5000);
    expect((await other).span('error')).toBeUndefined();
    for (let n = 0; n < 3; n++) await client.request('tools/call', { name: 'a__t' });
    server('a').notify('notifications/message', { level: 'info', data: 1 });
    await waitUntil(() => client.notifications.length === 1);
    expect(slow.client.notifications).toEqual([]);
    slow.goOn();
    await slow.client.request('tools/call', { name: 'a__t' });
    server('a').notify('notifications/message', { level: 'info', data: 2 });
    await waitUntil(() => slow.client.notifications.length === 1);
  });
});

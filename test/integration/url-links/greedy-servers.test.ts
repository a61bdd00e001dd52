import { setImmediate as turn } from 'node:timers/promises';
import { createCancellation, createNotification, createRequest } from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { messageOf } from './open-fake-link.ts';
import { openGreedyLink as open, type LinkKind } from './open-greedy-link.ts';

const ALL: readonly LinkKind[] = ['http', 'sse', 'stateless'];
const WITH_ANSWERS: readonly LinkKind[] = ['http', 'sse'];

const ping = (id: number): string => `data: {"jsonrpc":"2.0","id":"p${id}","method":"ping"}\n\n`;
const settle = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) await turn();
};

describe.each(WITH_ANSWERS)('a server over %s that asks without end', (kind) => {
  it('is read no further while eight answers are not taken, and gets all of them in the end', async () => {
    const { stream, posts } = await open(kind);
    const before = stream.taken;
    for (let id = 0; id < 50; id++) stream.write(ping(id));
    await waitUntil(() => posts.length === 8);
    await settle();
    expect([posts.length, stream.taken - before]).toEqual([8, 8]);
    for (let taken = 0; taken < 50; taken++) {
      await waitUntil(() => posts.length > taken);
      expect(posts.length - taken).toBeLessThanOrEqual(8);
      posts[taken]?.take();
    }
    expect(posts.map(({ request }) => messageOf(request).id)).toEqual(Array.from({ length: 50 }, (_, id) => `p${id}`));
  });

  it('and holds the answers gets others after 30 s, and the log few lines about it', async () => {
    const { stream, posts, held, clock, log } = await open(kind);
    for (let id = 0; id < 200; id++) stream.write(ping(id));
    for (let round = 1; round <= 10; round++) {
      await waitUntil(() => posts.length === round * 8);
      expect(held()).toHaveLength(8);
      clock.advance(30_000);
    }
    const told = log.lines.filter(({ text }) => text.includes('gave no reply within 30 s'));
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(20);
  });

  it('takes requests all the same', async () => {
    const { link, stream, posts, heldFor } = await open(kind);
    for (let id = 0; id < 20; id++) stream.write(ping(id));
    await waitUntil(() => posts.length === 8);
    expect(link.send(createRequest(2, 'tools/call'))).toBeUndefined();
    await waitUntil(() => heldFor('tools/call') !== undefined);
  });

  it('leaves nothing open when the link ends', async () => {
    const { link, stream, posts, held, clock } = await open(kind);
    for (let id = 0; id < 20; id++) stream.write(ping(id));
    await waitUntil(() => posts.length === 8);
    await link.close();
    await settle();
    expect([held().length, posts.length, clock.pending]).toEqual([0, 8, 0]);
  });
});

describe.each(ALL)('over %s', (kind) => {
  it('at most eight messages that get no answer are posted at once', async () => {
    const { link, posts } = await open(kind);
    const notify = (): unknown => link.send(createNotification('notifications/roots/list_changed'));
    for (let count = 0; count < 7; count++) expect(notify()).toBeUndefined();
    const pressure = [notify(), notify()];
    expect(pressure.every((each) => each instanceof Promise)).toBe(true);
    await waitUntil(() => posts.length === 8);
    await settle();
    expect(posts).toHaveLength(8);
    for (let taken = 0; taken < 2; taken++) posts[taken]?.take();
    await Promise.all(pressure);
    await waitUntil(() => posts.length === 9);
  });

  it('a request beyond 512 is refused, and the ping of who wants to know whether the server lives is not', async () => {
    const { link, posts, received } = await open(kind);
    for (let id = 0; id < 512; id++) void link.send(createRequest(id, 'tools/call'));
    await waitUntil(() => posts.length === 512);
    void link.send(createRequest(600, 'tools/call'));
    void link.send(createRequest(601, 'ping'));
    await waitUntil(() => posts.length === 513);
    const [refusal] = received.filter(({ id }) => id === 600);
    const message = 'The server has 512 requests open already. Wait for answers before you send more.';
    expect(refusal?.value('error')).toEqual({ code: -32000, message });
  });

  it('the connection of a cancelled request is given back, whatever becomes of the cancellation', async () => {
    const { link, heldFor, clock } = await open(kind);
    void link.send(createRequest(2, 'tools/call'));
    await waitUntil(() => heldFor('tools/call') !== undefined);
    void link.send(createCancellation(2));
    if (kind !== 'stateless') await waitUntil(() => heldFor('notifications/cancelled') !== undefined);
    clock.advance(30_000);
    await waitUntil(() => heldFor('tools/call') === undefined);
  });
});

it('over sse the connection of a request is given back a second after its answer', async () => {
  const { link, stream, received, heldFor, clock } = await open('sse');
  void link.send(createRequest(2, 'tools/call'));
  await waitUntil(() => heldFor('tools/call') !== undefined);
  stream.write('data: {"jsonrpc":"2.0","id":2,"result":{}}\n\n');
  await waitUntil(() => received.some(({ id }) => id === 2));
  clock.advance(999);
  expect(heldFor('tools/call')).toBeDefined();
  clock.advance(1);
  await waitUntil(() => heldFor('tools/call') === undefined);
});

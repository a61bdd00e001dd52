import { once } from 'node:events';
import { connect } from 'node:net';
import { createNotification } from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { ask, handshake, HEADERS, messagesIn, openFront, readEvents } from './open-front.ts';

async function openOld(url: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const stream = await fetch(`${url}/sse`, { signal: stop.signal });
  const [endpoint] = await readEvents(stream, (seen) => seen.length === 1);
  const post = (body: string, headers: Readonly<Record<string, string>> = HEADERS): Promise<Response> =>
    fetch(`${url}${endpoint?.data}`, { method: 'POST', headers, body });
  return { stream, endpoint, post, stop: () => stop.abort() };
}

it('says where messages are taken, and answers on its stream', async () => {
  const { url } = await openFront();
  const { stream, endpoint, post } = await openOld(url);
  expect(endpoint).toEqual({ event: 'endpoint', data: expect.stringMatching(/^\/messages\?sessionId=[\w-]{32}$/) });
  const receipt = await post(handshake('2024-11-05'));
  expect({ status: receipt.status, text: await receipt.text() }).toEqual({ status: 202, text: '' });
  await post(ask(1, 'reports'));
  const events = await readEvents(stream, (seen) => messagesIn(seen).length === 3);
  expect(messagesIn(events)).toMatchObject([
    { id: 0, result: { protocolVersion: '2024-11-05' } },
    { method: 'notifications/progress' },
    { id: 1 },
  ]);
});

it.each([
  ['a wrong type', ask(1, 'x'), { 'content-type': 'text/plain' }, 415],
  ['what is no JSON', '{', HEADERS, 400],
])('refuses %s', async (_what, body, headers, status) => {
  const { url, last } = await openFront();
  const { post } = await openOld(url);
  expect((await post(body, headers)).status).toBe(status);
  expect(last().received).toEqual([]);
});

it('ends with its stream', async () => {
  const { url, front, last } = await openFront();
  const { post, stop } = await openOld(url);
  expect(front.sessions).toBe(1);
  stop();
  await waitUntil(() => front.sessions === 0);
  expect(last().end).toBe('went away');
  expect((await post(ask(1, 'x'))).status).toBe(404);
});

it('is cut off where it does not read', async () => {
  const { port, last } = await openFront({ limits: { maxUnsentBytes: 1_000_000 } });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /sse HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
  await once(socket, 'readable');
  const accepted = last();
  const flood = createNotification('flood', { text: 'x'.repeat(100_000) });
  for (let sent = 0; accepted.end === undefined && sent < 1000; sent++) {
    expect(accepted.link.send(flood)).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(accepted.end).toBe('does not read what is sent to it');
});

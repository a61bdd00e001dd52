import { createResponse } from '@toolyard/core';
import { createStatusPages } from '@toolyard/front';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestGateway } from '../open-test-gateway.ts';
import { ask, messagesIn, openFront, openSession, readEvents, type RawSession } from './open-front.ts';
import { postStateless } from './post-stateless.ts';

async function confirm(session: RawSession): Promise<void> {
  await readEvents(await session.post(ask(1, 'ping')));
}

const isAlive = async (session: RawSession): Promise<boolean> => (await session.post(ask(9, 'ping'))).status === 200;

describe('a front with as many sessions as there may be', () => {
  it('ends the session that is idle longest for a new one', async () => {
    const clock = createFakeClock();
    const { url, front, accepted } = await openFront({ clock, limits: { maxSessions: 2 } });
    const oldest = await openSession(url);
    await confirm(oldest);
    const other = await openSession(url);
    await confirm(other);
    clock.advance(1000);
    await confirm(oldest);
    const third = await openSession(url);
    expect(front.sessions).toBe(2);
    expect(await Promise.all([oldest, other, third].map(isAlive))).toEqual([true, false, true]);
    expect(accepted[1]?.end).toBe('was idle while others needed room');
  });

  it('ends those first whose clients never came back after the handshake', async () => {
    const clock = createFakeClock();
    const { url } = await openFront({ clock, limits: { maxSessions: 3 } });
    const used = await openSession(url);
    await confirm(used);
    clock.advance(10_000);
    const flood = [await openSession(url), await openSession(url)];
    clock.advance(5000);
    const fresh = await openSession(url);
    expect(await Promise.all([used, ...flood, fresh].map(isAlive))).toEqual([true, false, true, true]);
  });

  it('does not end a handshake of a moment ago where others were idle for long', async () => {
    const clock = createFakeClock();
    const { url } = await openFront({ clock, limits: { maxSessions: 2 } });
    const lingering = await openSession(url);
    await confirm(lingering);
    clock.advance(600_000);
    const fresh = await openSession(url);
    clock.advance(10);
    const another = await openSession(url);
    expect(await Promise.all([lingering, fresh, another].map(isAlive))).toEqual([false, true, true]);
  });

  it('ends none that has an open stream or an open call', async () => {
    const { url, front, last } = await openFront({ limits: { maxSessions: 2 } });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const listening = await openSession(url);
    await listening.get({}, stop.signal);
    const calling = await openSession(url);
    const gone = new AbortController();
    await calling.post(ask(1, 'silent'), {}, gone.signal);
    await waitUntil(() => last().received.length === 2);
    gone.abort();
    expect((await openSession(url)).id).toBe('');
    expect([front.sessions, front.isFull]).toEqual([2, true]);
    expect((await fetch(`${url}/sse`)).status).toBe(503);
    expect((await postStateless(url, 'tools/list')).status).toBe(200);
  });

  it('makes room for clients of the old transport too', async () => {
    const { url, front } = await openFront({ limits: { maxSessions: 1 } });
    await openSession(url);
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    expect((await fetch(`${url}/sse`, { signal: stop.signal })).status).toBe(200);
    expect([front.sessions, front.isFull]).toEqual([1, true]);
  });
});

it('ends a session soon whose client never came back after the handshake', async () => {
  const clock = createFakeClock();
  const { url, front } = await openFront({ clock });
  await confirm(await openSession(url));
  await openSession(url);
  clock.advance(90_000);
  expect(front.sessions).toBe(1);
});

it.each([
  [false, 200, { ready: true }],
  [true, 503, { ready: false, full: true }],
])('says whether new clients are served: full is %s', (isFull, status, body) => {
  const { yard, clock } = openTestGateway({}, undefined, false);
  const { pages } = createStatusPages({ clock, yard: () => yard, sessions: () => 3, isFull: () => isFull });
  const page = pages['/readyz']?.create();
  expect(page?.status).toBe(status);
  expect(JSON.parse(page?.body ?? '')).toMatchObject({ ...body, sessions: 3 });
});

describe('what is kept for clients that come back', () => {
  const kept = async (session: RawSession, id: string): Promise<boolean> =>
    messagesIn(await readEvents(await session.get({ 'last-event-id': id }))).length > 0;

  it('is bounded over all sessions, oldest first', async () => {
    const { url } = await openFront({ limits: { maxReplayBytes: 250_000 } });
    const firstIds: [RawSession, string][] = [];
    for (let count = 0; count < 4; count++) {
      const session = await openSession(url);
      const events = await readEvents(await session.post(ask(1, 'large', { size: 100_000, reports: true })));
      firstIds.push([session, events[0]?.id ?? '']);
    }
    expect(await Promise.all(firstIds.map(([session, id]) => kept(session, id)))).toEqual([false, false, true, true]);
  });

  it('is dropped a moment after the client has taken all of it', async () => {
    const clock = createFakeClock();
    const { url } = await openFront({ clock });
    const session = await openSession(url);
    const [primer] = await readEvents(await session.post(ask(1, 'reports')));
    clock.advance(15_000);
    expect(await kept(session, primer?.id ?? '')).toBe(true);
    clock.advance(60_000);
    expect((await session.get({ 'last-event-id': primer?.id ?? '' })).status).toBe(400);
  });

  it('stays where the client went away before the answer', async () => {
    const clock = createFakeClock();
    const { url, last } = await openFront({ clock });
    const session = await openSession(url);
    const gone = new AbortController();
    const [primer] = await readEvents(await session.post(ask(1, 'silent'), {}, gone.signal), (seen) => seen.length > 0);
    gone.abort();
    void last().link.send(createResponse(1, '{}'));
    clock.advance(60_000);
    expect(await kept(session, primer?.id ?? '')).toBe(true);
  });
});

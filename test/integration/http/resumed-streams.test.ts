import { createNotification, createResponse } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ask, messagesIn, openFront, openSession, readEvents } from './open-front.ts';

describe('a stream that broke off', () => {
  it('is gone on with after the last event that was seen', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const stop = new AbortController();
    const stream = await session.get({}, stop.signal);
    void last().link.send(createNotification('one'));
    const [, first] = await readEvents(stream, (seen) => seen.length === 2);
    stop.abort();
    void last().link.send(createNotification('two'));
    void last().link.send(createNotification('three'));
    const again = await session.get({ 'last-event-id': first?.id ?? '' });
    const events = await readEvents(again, (seen) => messagesIn(seen).length === 2);
    expect(messagesIn(events)).toMatchObject([{ method: 'two' }, { method: 'three' }]);
  });

  it('keeps the answer of a request whose client went away, and does not cancel it', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const stop = new AbortController();
    const [primer] = await readEvents(
      await session.post(ask(1, 'silent'), {}, stop.signal),
      (seen) => seen.length === 1,
    );
    expect(primer).toEqual({ id: '1-0', data: '', retry: '1000' });
    stop.abort();
    void last().link.send(createResponse(1, '{"late":true}'));
    const again = await session.get({ 'last-event-id': primer?.id ?? '' });
    expect(messagesIn(await readEvents(again))).toMatchObject([{ id: 1, result: { late: true } }]);
    expect(last().received.map(({ method }) => method)).toEqual(['initialize', 'silent']);
  });

  it('gets the logs of the session again once it is gone on with', async () => {
    const { url, last } = await openFront();
    const session = await openSession(url);
    const stop = new AbortController();
    const first = await session.post(ask(1, 'silent'), {}, stop.signal);
    const [primer] = await readEvents(first, (seen) => seen.length === 1);
    stop.abort();
    const again = await session.get({ 'last-event-id': primer?.id ?? '' });
    void last().link.send(createNotification('notifications/message'));
    void last().link.send(createResponse(1, '{}'));
    expect(messagesIn(await readEvents(again))).toMatchObject([{ method: 'notifications/message' }, { id: 1 }]);
  });

  it('has no events without data for clients that do not know them', async () => {
    const { url } = await openFront();
    const session = await openSession(url, '2025-06-18');
    const events = await readEvents(await session.post(ask(1, 'reports')));
    expect(events[0]).toEqual({ retry: '1000' });
  });

  it.each(['9-1', 'nonsense', '-1', '1-'])('is not found by the event %s', async (id) => {
    const { url } = await openFront();
    const session = await openSession(url);
    expect((await session.get({ 'last-event-id': id })).status).toBe(400);
  });

  it('is forgotten after a time', async () => {
    const clock = createFakeClock();
    const { url } = await openFront({ clock });
    const session = await openSession(url);
    const events = await readEvents(await session.post(ask(1, 'reports')));
    const id = events[0]?.id ?? '';
    const missed = messagesIn(await readEvents(await session.get({ 'last-event-id': id })));
    expect(missed).toMatchObject([{ method: 'notifications/progress' }, { id: 1 }]);
    clock.advance(330_000);
    expect((await session.get({ 'last-event-id': id })).status).toBe(400);
  });
});

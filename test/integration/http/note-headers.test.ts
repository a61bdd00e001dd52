import { editParams, type Frame } from '@toolyard/core';
import { expect, it } from 'vitest';
import { ask, openFront, openSession, readEvents } from './open-front.ts';
import { postStateless } from './post-stateless.ts';

/** Writes two headers into each request. */
function noteHeaders(message: Frame, headers: Readonly<Record<string, unknown>>): Frame {
  const { 'x-who': who, 'x-request-id': requestId } = headers;
  return message.edited(editParams(message, { meta: { noted: JSON.stringify([who, requestId]) } }));
}

const metaOf = (frame: Frame | undefined): unknown => frame?.param('_meta');

it('notes in each message of a session the headers it came with', async () => {
  const { url, last } = await openFront({ noteHeaders });
  const session = await openSession(url);
  await readEvents(await session.post(ask(1, 'tools/list'), { 'x-who': 'ann', 'x-request-id': 'r-1' }));
  await readEvents(await session.post(ask(2, 'tools/list'), { 'x-who': 'bob', 'x-request-id': 'r-2' }));
  const { received } = last();
  expect(received.slice(-2).map(metaOf)).toEqual([{ noted: ['ann', 'r-1'] }, { noted: ['bob', 'r-2'] }]);
});

it('notes them in requests without a session, and the name that the answer has where they bring none', async () => {
  const { url, last } = await openFront({ noteHeaders });
  const response = await postStateless(url, 'tools/list', { headers: { 'x-who': 'ann' } });
  expect(metaOf(last().received.at(-1))).toMatchObject({ noted: ['ann', response.headers.get('x-request-id')] });
});

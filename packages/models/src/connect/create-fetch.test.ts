import { createFakeClock, createFakeRequester, createReply, createWrittenBody } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFetch, type ModelFetch } from './create-fetch.ts';

const SILENCE_MS = 60_000;

function createSend(answer: Parameters<typeof createFakeRequester>[0]): {
  send: ModelFetch;
  clock: ReturnType<typeof createFakeClock>;
  requester: ReturnType<typeof createFakeRequester>;
} {
  const clock = createFakeClock();
  const requester = createFakeRequester(answer);
  const send = createFetch({ requester, clock, silenceMs: SILENCE_MS, toSilence: () => new Error('silent') });
  return { send, clock, requester };
}

const INIT = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":"ü"}' };

it('sends the request as it is, and streams the answer as it comes', async () => {
  const { body, write, end } = createWrittenBody();
  const { send, requester, clock } = createSend(() => createReply(200, body, { 'x-a': 'b' }));
  const response = await send('http://127.0.0.1/v1', INIT);
  expect([response.status, response.headers.get('x-a')]).toEqual([200, 'b']);
  const reader = response.body?.getReader();
  write('one');
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('one');
  end();
  expect((await reader?.read())?.done).toBe(true);
  const [request] = requester.requests;
  expect(request).toMatchObject({
    method: 'POST',
    url: 'http://127.0.0.1/v1',
    headers: { 'content-type': 'application/json' },
  });
  expect(new TextDecoder().decode(request?.body)).toBe('{"a":"ü"}');
  expect(clock.pending).toBe(0);
});

it('counts as silence only the time in which somebody waits', async () => {
  const { body, write } = createWrittenBody();
  const { send, clock, requester } = createSend(() => createReply(200, body));
  const response = await send('http://127.0.0.1/v1', INIT);
  clock.advance(10 * SILENCE_MS);
  const reader = response.body?.getReader();
  write('late');
  expect((await reader?.read())?.done).toBe(false);
  clock.advance(10 * SILENCE_MS);
  const next = reader?.read();
  await new Promise((resolve) => void setImmediate(resolve));
  clock.advance(SILENCE_MS - 1);
  expect(requester.requests[0]?.signal.aborted).toBe(false);
  clock.advance(1);
  await expect(next).rejects.toThrow('silent');
  expect(requester.requests[0]?.signal.aborted).toBe(true);
});

it('ends with the signal, also before there is an answer, and when the reader has enough', async () => {
  const { send, requester } = createSend(() => new Promise(() => undefined));
  const stop = new AbortController();
  const sent = send('http://127.0.0.1/v1', { ...INIT, signal: stop.signal });
  stop.abort('enough');
  await expect(sent).rejects.toBe('enough');
  expect(requester.requests[0]?.signal.aborted).toBe(true);

  const open = createSend(() => createReply(200, createWrittenBody().body));
  await (await open.send('http://127.0.0.1/v1', INIT)).body?.cancel();
  expect(open.requester.requests[0]?.signal.aborted).toBe(true);
  expect(open.clock.pending).toBe(0);
});

it('has no body where the status allows none', async () => {
  const { send } = createSend(() => createReply(204));
  expect((await send('http://127.0.0.1/v1', INIT)).body).toBeNull();
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { ALICE, askName, openAskingFront, retryOf } from './open-asking-front.ts';
import { ask, handshake, HEADERS, openFront, readEvents, readMessages } from './open-front.ts';

type Headers = Readonly<Record<string, string>>;

const OWN: Headers = { authorization: 'Bearer own' };
const FOREIGN: readonly (readonly [string, Headers])[] = [
  ['no token', {}],
  ['another token', { authorization: 'Bearer other' }],
  ['the token of another scheme', { authorization: 'Basic own' }],
  ['the token in another header', { 'x-authorization': 'Bearer own' }],
];

/** A session that began with the own token, and the id of an event of its first stream. */
async function openOwned(own: Headers = OWN, options: Parameters<typeof openFront>[0] = {}) {
  const opened = await openFront(options);
  const first = await fetch(`${opened.url}/mcp`, {
    method: 'POST',
    headers: { ...HEADERS, ...own },
    body: handshake(),
  });
  await first.text();
  const session = { 'mcp-session-id': first.headers.get('mcp-session-id') ?? '' };
  const send = (method: string, headers: Headers, body?: string): Promise<Response> => {
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const all = { ...HEADERS, ...session, ...headers };
    return fetch(`${opened.url}/mcp`, {
      method,
      headers: all,
      signal: leave.signal,
      ...(body === undefined ? {} : { body }),
    });
  };
  const event = (await readEvents(await send('POST', own, ask('first', 'reports')))).find(({ id }) => id !== undefined);
  if (event?.id === undefined) throw new Error('no event has an id');
  return { ...opened, send, lastEvent: { 'last-event-id': event.id } };
}

const UNKNOWN = {
  error: { code: -32001, message: 'Session not found: it has ended. Send "initialize" to start another.' },
};

describe.each(FOREIGN)('a request with %s', (_, foreign) => {
  it('finds no session of somebody else', async () => {
    const { send, lastEvent, last, front } = await openOwned();
    const received = last().received.length;
    const refused = await Promise.all([
      send('POST', foreign, ask(1, 'tools/list')),
      send('GET', foreign),
      send('GET', { ...foreign, ...lastEvent }),
      send('DELETE', foreign),
    ]);
    for (const response of refused) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject(UNKNOWN);
    }
    expect(last().received).toHaveLength(received);
    expect(front.sessions).toBe(1);
  });

  it('finds no stream of the old transport', async () => {
    const { url, last } = await openFront();
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const stream = await fetch(`${url}/sse`, { headers: OWN, signal: leave.signal });
    const [endpoint] = await readEvents(stream, (seen) => seen.length === 1);
    const post = (headers: Headers): Promise<Response> =>
      fetch(`${url}${endpoint?.data}`, { method: 'POST', headers: { ...HEADERS, ...headers }, body: ask(1, 'x') });
    expect((await post(foreign)).status).toBe(404);
    expect(last().received).toEqual([]);
    expect((await post(OWN)).status).toBe(202);
  });

  it('cannot come back to a request without a session, and does not disturb it', async () => {
    const { call } = await openAskingFront(askName);
    const params = retryOf(await call({ headers: OWN }), { 'question-1': ALICE });
    const message =
      'The request state was not given by this Toolyard, or was changed. Send the request again without it.';
    expect(await call({ id: 'x', params, headers: foreign })).toMatchObject({ error: { code: -32602, message } });
    expect((await call({ id: 2, params, headers: OWN })).result?.['got']).toEqual(ALICE);
  });
});

describe('the credentials that a session began with', () => {
  it('open all of it', async () => {
    const { send, lastEvent } = await openOwned();
    expect(await readMessages(await send('POST', OWN, ask(1, 'tools/list')))).toMatchObject([{ id: 1 }]);
    expect((await send('GET', { ...OWN, ...lastEvent })).status).toBe(200);
    expect((await send('GET', OWN)).status).toBe(200);
    expect((await send('DELETE', OWN)).status).toBe(200);
  });

  it('are no use in a session that began without', async () => {
    const { send } = await openOwned({});
    expect((await send('POST', OWN, ask(1, 'tools/list'))).status).toBe(404);
    expect((await send('POST', {}, ask(1, 'tools/list'))).status).toBe(200);
  });

  it('are those headers that the front names', async () => {
    const own = { ...OWN, 'x-user-id': 'ann' };
    const { send } = await openOwned(own, { credentialHeaders: ['authorization', 'x-user-id'] });
    expect((await send('POST', { ...OWN, 'x-user-id': 'bob' }, ask(1, 'tools/list'))).status).toBe(404);
    expect((await send('GET', OWN)).status).toBe(404);
    expect((await send('GET', own)).status).toBe(200);
  });

  it('come after the token of the front, whatever the request', async () => {
    const { send, lastEvent, url } = await openOwned(OWN, { token: 'own' });
    const other = { authorization: 'Bearer other' };
    const messages = `${url}/messages?sessionId=x`;
    const refused = await Promise.all([
      send('POST', other, ask(1, 'tasks/get')),
      send('GET', { ...other, ...lastEvent }),
      send('DELETE', {}),
      fetch(`${url}/sse`, { headers: other }),
      fetch(messages, { method: 'POST', headers: { ...HEADERS, ...other }, body: ask(1, 'x') }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });
});

import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { TokenScope } from '../domain/task-store.ts';
import { createRestBackend } from './create-rest-backend.ts';
import { openTestBackend, TEST_TOKENS, type TestBackend } from '../../test/open-test-backend.ts';
import { createPersonalToken } from './personal-token.ts';

const [CURRENT, FORMER] = TEST_TOKENS;

async function ask(
  { backend }: TestBackend,
  headers: Readonly<Record<string, string>>,
  path = '/tasks',
): Promise<{ status: number; type: string; headers: Readonly<Record<string, string>> }> {
  const reply = await backend.handle({ method: 'GET', path, headers });
  const { type = '' } = JSON.parse(reply.body) as { type?: string };
  return { status: reply.status, type, headers: reply.headers };
}

async function issue({ store }: TestBackend, user: string, scopes: readonly TokenScope[]): Promise<string> {
  return createPersonalToken({ user, name: 'test', scopes }, { tokens: store.tokens, clock: createFakeClock() });
}

describe('the service token', () => {
  it.each([CURRENT, FORMER])('lets in with a user: %s', async (token) => {
    const reply = await ask(openTestBackend(createFakeClock()), {
      authorization: `Bearer ${token}`,
      'x-user-id': 'ann',
    });
    expect(reply.status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['no token', { 'x-user-id': 'ann' }],
    ['a wrong token', { authorization: `Bearer ${CURRENT}x`, 'x-user-id': 'ann' }],
    ['the beginning of the token', { authorization: `Bearer ${CURRENT.slice(0, 32)}`, 'x-user-id': 'ann' }],
    ['another scheme', { authorization: `Basic ${CURRENT}`, 'x-user-id': 'ann' }],
    ['no user', { authorization: `Bearer ${CURRENT}` }],
    ['an empty user', { authorization: `Bearer ${CURRENT}`, 'x-user-id': '' }],
    ['two users', { authorization: `Bearer ${CURRENT}`, 'x-user-id': 'ann, bob' }],
    ['a user beyond ASCII', { authorization: `Bearer ${CURRENT}`, 'x-user-id': 'josé' }],
    ['a very long user', { authorization: `Bearer ${CURRENT}`, 'x-user-id': 'a'.repeat(201) }],
  ])('does not let in: %s', async (_, headers) => {
    const reply = await ask(openTestBackend(createFakeClock()), headers);
    expect(reply).toMatchObject({ status: 401, type: 'urn:toolyard:problem:authentication' });
    expect(reply.headers['www-authenticate']).toBe('Bearer');
  });

  it.each<[string, string[]]>([
    ['none', []],
    ['an empty one', ['']],
    ['an empty one beside a good one', [CURRENT, '']],
    ['one with a space', [`${CURRENT} x`]],
    ['one with a letter that is not ASCII', [`${CURRENT}ü`]],
    ['three', [CURRENT, FORMER, `${FORMER}3`]],
  ])('is checked at the start: %s', (_, serviceTokens) => {
    const clock = createFakeClock();
    const { store } = openTestBackend(clock);
    const start = (): unknown =>
      createRestBackend({ store, serviceTokens, clock, newId: () => 'id', writeLog: () => undefined, version: '1' });
    expect(start).toThrow(/printable ASCII characters without a space.*SERVICE_AUTH_TOKEN/);
  });

  it('may be short, which is for whoever reads the settings to warn of', async () => {
    const clock = createFakeClock();
    const { store } = openTestBackend(clock);
    const options = { store, clock, newId: () => 'id', writeLog: () => undefined, version: '1' };
    const backend = createRestBackend({ ...options, serviceTokens: ['short'] });
    const headers = { authorization: 'Bearer short', 'x-user-id': 'ann' };
    expect(await backend.handle({ method: 'GET', path: '/tasks', headers })).toMatchObject({ status: 200 });
  });
});

describe('a personal token', () => {
  it('says who the user is', async () => {
    const opened = openTestBackend(createFakeClock());
    await opened.send('POST', '/tasks', { body: { title: 'mine' }, user: 'bob' });
    const token = await issue(opened, 'bob', ['tasks:read']);
    const headers = { authorization: `Bearer ${token}` };
    const reply = await opened.backend.handle({ method: 'GET', path: '/tasks/1', headers });
    expect(JSON.parse(reply.body)).toMatchObject({ title: 'mine' });
    expect((await ask(opened, { ...headers, 'x-user-id': 'bob' })).status).toBe(200);
  });

  it('is not for another user', async () => {
    const opened = openTestBackend(createFakeClock());
    const token = await issue(opened, 'bob', ['tasks:read', 'tasks:write']);
    const reply = await ask(opened, { authorization: `Bearer ${token}`, 'x-user-id': 'ann' });
    expect(reply).toMatchObject({ status: 403, type: 'urn:toolyard:problem:authorization' });
  });

  it('reads and writes as its scopes allow', async () => {
    const opened = openTestBackend(createFakeClock());
    const status = async (scopes: readonly TokenScope[], method: 'GET' | 'POST'): Promise<number> => {
      const token = await issue(opened, 'bob', scopes);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = method === 'POST' ? { body: '{"title":"x"}' } : {};
      return (await opened.backend.handle({ method, path: '/tasks', headers, ...body })).status;
    };
    expect(await status(['tasks:read'], 'GET')).toBe(200);
    expect(await status(['tasks:read'], 'POST')).toBe(403);
    expect(await status(['tasks:write'], 'GET')).toBe(403);
    expect(await status(['tasks:write'], 'POST')).toBe(201);
  });

  it('is kept as a hash only, and is of no use once it was taken back', async () => {
    const opened = openTestBackend(createFakeClock());
    const token = await issue(opened, 'bob', ['tasks:read']);
    const [kept] = await opened.store.tokens.list('bob');
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(kept).toMatchObject({ name: 'test', scopes: ['tasks:read'], createdAt: '2026-01-01T00:00:00.000Z' });
    expect(await opened.store.tokens.remove('bob', kept?.hash ?? '')).toBe(true);
    expect((await ask(opened, { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('is made for a user that can be named in a header only', async () => {
    const opened = openTestBackend(createFakeClock());
    await expect(issue(opened, 'two words', ['tasks:read'])).rejects.toMatchObject({ code: 'usage' });
  });

  it('does not open the measurements', async () => {
    const opened = openTestBackend(createFakeClock());
    const token = await issue(opened, 'bob', ['tasks:read', 'tasks:write']);
    expect((await ask(opened, { authorization: `Bearer ${token}` }, '/metrics')).status).toBe(403);
  });
});

describe('without a token', () => {
  it.each(['/healthz', '/readyz', '/openapi.json', '/docs'])('%s can be read', async (path) => {
    const { backend } = openTestBackend(createFakeClock());
    expect((await backend.handle({ method: 'GET', path })).status).toBe(200);
  });

  it.each(['/tasks', '/tasks/1', '/tags', '/summary', '/metrics'])('%s cannot', async (path) => {
    const { backend } = openTestBackend(createFakeClock());
    expect((await backend.handle({ method: 'GET', path })).status).toBe(401);
  });

  it('a body is not even read', async () => {
    const { backend } = openTestBackend(createFakeClock());
    const headers = { 'content-type': 'application/json' };
    const reply = await backend.handle({ method: 'POST', path: '/tasks', headers, body: '{broken' });
    expect(reply.status).toBe(401);
  });
});

describe('the limits of a user', () => {
  it('are 100 reads and 30 writes a minute, with the time to wait', async () => {
    const clock = createFakeClock();
    const { send } = openTestBackend(clock, { limits: { readsPerMinute: 100, writesPerMinute: 30 } });
    const count = async (method: 'GET' | 'POST', times: number): Promise<number[]> => {
      const statuses: number[] = [];
      const body = method === 'POST' ? { body: { title: 'x' } } : {};
      for (let index = 0; index < times; index++) statuses.push((await send(method, '/tasks', body)).status);
      return statuses;
    };
    expect(new Set(await count('GET', 100))).toEqual(new Set([200]));
    expect(new Set(await count('POST', 30))).toEqual(new Set([201]));
    clock.advance(20_500);
    const refused = await send('GET', '/tasks');
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ type: 'urn:toolyard:problem:rate-limit' });
    expect(refused.headers['retry-after']).toBe('40');
    expect((await send('POST', '/tasks', { body: { title: 'x' } })).status).toBe(429);
    expect((await send('GET', '/tasks', { user: 'bob' })).status).toBe(200);
    clock.advance(39_500);
    expect((await send('GET', '/tasks')).status).toBe(200);
  });

  it('do not count the measurements', async () => {
    const { send } = openTestBackend(createFakeClock(), { limits: { readsPerMinute: 1 } });
    for (let index = 0; index < 3; index++) expect((await send('GET', '/metrics')).status).toBe(200);
  });
});

import { createFakeClock, letTimePass } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { parseBackendReply } from '../backend-client/parse-backend-reply.ts';
import { toHeaders } from '../backend-client/to-headers.ts';
import { openTestBackend, TEST_TOKENS } from '../../test/open-test-backend.ts';
import { createPersonalToken, hashToken } from '../http/personal-token.ts';
import type { BackendReply } from '../backend-client/task-backend.ts';
import { createTokenLookup } from './create-token-lookup.ts';

async function setUp(serviceToken = TEST_TOKENS[0]) {
  const clock = createFakeClock();
  const { backend, store } = openTestBackend(clock);
  const paths: string[] = [];
  const lookUp = createTokenLookup({
    exchange: {
      async send(request) {
        paths.push(request.path);
        const { method, path, body } = request;
        const headers = toHeaders(request, serviceToken);
        const { status, body: text } = await backend.handle({ method, path, headers, body: JSON.stringify(body) });
        return parseBackendReply({ status, text, retryAfter: undefined, now: clock.now() });
      },
      close: () => Promise.resolve(),
    },
    clock,
    newId: () => 'id',
    writeLog: () => undefined,
    timeoutMs: 30_000,
  });
  const { tokens } = store;
  const token = await createPersonalToken({ user: 'alice', name: 'laptop', scopes: ['tasks:read'] }, { tokens, clock });
  return { clock, lookUp, tokens, token, paths };
}

describe('createTokenLookup', () => {
  it('finds the owner of a personal token, and asks once for a while', async () => {
    const { clock, lookUp, token, paths } = await setUp();
    for (let count = 0; count < 3; count += 1) {
      expect(await lookUp(token)).toEqual({ user: 'alice', scopes: ['tasks:read'] });
    }
    expect(paths).toEqual(['/tokens/introspect']);
    clock.advance(30_000);
    await lookUp(token);
    expect(paths).toHaveLength(2);
  });

  it('knows half a minute later that a token was taken back', async () => {
    const { clock, lookUp, token, tokens } = await setUp();
    await lookUp(token);
    await tokens.remove('alice', hashToken(token));
    clock.advance(30_000);
    expect(await lookUp(token)).toBeUndefined();
  });

  it('knows nobody by a token that belongs to nobody, and asks about nothing that is none', async () => {
    const { lookUp, paths } = await setUp();
    expect(await lookUp(`tyt_${'x'.repeat(43)}`)).toBeUndefined();
    expect(paths).toHaveLength(1);
    for (const token of ['', 'tyt_', TEST_TOKENS[0], 'tyt_../../x']) expect(await lookUp(token)).toBeUndefined();
    expect(paths).toHaveLength(1);
  });

  it('says so where the backend does not tell', async () => {
    const { lookUp, token } = await setUp('a-token-that-the-backend-does-not-know');
    await expect(lookUp(token)).rejects.toMatchObject({ error: { error_type: 'authentication_error' } });
  });

  it('waits for a slow backend for as long as it is told', async () => {
    const clock = createFakeClock();
    const lookUp = createTokenLookup({
      exchange: {
        send: (_request, { signal }) =>
          new Promise<BackendReply>((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            const body = { active: true, user_id: 'alice', scopes: [] };
            clock.after(12_000, () => resolve({ status: 200, body }));
          }),
        close: () => Promise.resolve(),
      },
      clock,
      newId: () => 'id',
      writeLog: () => undefined,
      timeoutMs: 30_000,
    });
    expect(await letTimePass(clock, lookUp(`tyt_${'x'.repeat(43)}`))).toEqual({ user: 'alice', scopes: [] });
  });
});

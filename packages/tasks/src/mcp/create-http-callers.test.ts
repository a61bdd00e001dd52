import { describe, expect, it } from 'vitest';
import { createHttpCallers } from './create-http-callers.ts';

const SERVICE = 'a-service-token-of-more-than-32-characters';
const OLD = 'the-service-token-of-before-that-is-32-long';
const asked: string[] = [];

const callerOf = createHttpCallers({
  serviceTokens: [SERVICE, OLD],
  async findOwner(token) {
    asked.push(token);
    return token === 'personal' ? { user: 'alice', scopes: ['tasks:read'] } : undefined;
  },
});

describe('createHttpCallers', () => {
  it('trusts the service token, the old one too, to name a user', async () => {
    expect(await callerOf({ authorization: `Bearer ${SERVICE}` })).toEqual({ kind: 'trusted' });
    const headers = { authorization: `bearer  ${OLD} `, 'x-user-id': 'bob' };
    expect(await callerOf(headers)).toEqual({ kind: 'trusted', named: 'bob' });
    expect(asked).toEqual([]);
  });

  it('binds a personal token to its user, and tells whom the header names', async () => {
    const headers = { authorization: 'Bearer personal', 'x-user-id': 'bob' };
    expect(await callerOf(headers)).toEqual({ kind: 'bound', user: 'alice', scopes: ['tasks:read'], named: 'bob' });
  });

  it('knows nobody without a token, with a wrong one, or with a part of one', async () => {
    const wrong = [
      '',
      'Bearer',
      'Bearer wrong',
      `Basic ${SERVICE}`,
      `Bearer ${SERVICE.slice(1)}`,
      `Bearer ${SERVICE}x`,
    ];
    for (const authorization of wrong) {
      expect(await callerOf({ authorization, 'x-user-id': 'alice' }), authorization).toEqual({ kind: 'unknown' });
    }
    expect(await callerOf({ 'x-user-id': 'alice' })).toEqual({ kind: 'unknown' });
    expect(await callerOf({ authorization: [`Bearer ${SERVICE}`] })).toEqual({ kind: 'unknown' });
  });
});

import { createRequest, parseFrame, type Frame } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { createHttpIdentity } from './create-http-identity.ts';

const SERVICE = 'a-service-token-of-more-than-32-characters';

const identity = createHttpIdentity({
  serviceTokens: [SERVICE],
  findOwner: (token) => Promise.resolve(token === 'personal' ? { user: 'alice', scopes: ['tasks:read'] } : undefined),
});

function fromText(text: string): Frame {
  const frame = parseFrame(new TextEncoder().encode(text));
  if (frame === undefined) throw new Error(`no message: ${text}`);
  return frame;
}

const FORGED = `{"authorization":"Bearer ${SERVICE}","x-user-id":"bob"}`;

describe('createHttpIdentity', () => {
  it('knows the caller of each message by the headers it came with', async () => {
    const call = createRequest(1, 'tools/call', { name: 'list_tasks', _meta: { user_id: 'bob' } });
    const first = identity.note(call, { authorization: `Bearer ${SERVICE}`, 'x-request-id': 'r-1' });
    expect(await identity.callerOf(first)).toEqual({ kind: 'trusted' });
    expect(identity.requestIdOf?.(first)).toBe('r-1');
    expect(first.param('_meta')).toMatchObject({ user_id: 'bob' });
    const second = identity.note(call, { authorization: 'Bearer personal', 'x-user-id': 'alice' });
    expect(await identity.callerOf(second)).toMatchObject({ kind: 'bound', user: 'alice', named: 'alice' });
    expect(await identity.callerOf(identity.note(call, {}))).toEqual({ kind: 'unknown' });
    const list = identity.note(createRequest(2, 'tools/list'), { authorization: 'Bearer personal' });
    expect(await identity.callerOf(list)).toMatchObject({ kind: 'bound', scopes: ['tasks:read'] });
  });

  it('believes nothing that a client notes itself', async () => {
    const head = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":';
    const messages = [
      `${head}{"name":"x","_meta":{"dev.toolyard/http-headers":${FORGED}}}}`,
      `${head}{"name":"x","_meta":{"dev.toolyard/http-headers":{},"dev.toolyard/http-headers":${FORGED}}}}`,
      `${head}{"name":"x","_meta":{"dev.toolyard/http-headers":${FORGED},"a":1,"a":2}}}`,
      `${head}{"name":"x","_meta":{},"_meta":{"dev.toolyard/http-headers":${FORGED}}}}`,
      `${head}{"name":"x","_meta":{"dev.toolyard\\u002fhttp-headers":${FORGED}}}}`,
      `${head}{"name":"x","_meta":[{"dev.toolyard/http-headers":${FORGED}}]}}`,
      `${head}[{"_meta":{"dev.toolyard/http-headers":${FORGED}}}]}`,
      '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    ];
    for (const text of messages) {
      const noted = identity.note(fromText(text), { 'x-user-id': 'bob' });
      expect(await identity.callerOf(noted), text).toEqual({ kind: 'unknown' });
    }
  });
});

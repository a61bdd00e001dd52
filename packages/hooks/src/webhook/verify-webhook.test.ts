import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookCheck } from './verify-webhook.ts';

const NOW = Date.UTC(2026, 0, 1);
const SECRET = "It's a Secret to Everybody";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sign = (text: string, key: string | Buffer = SECRET): Buffer => createHmac('sha256', key).update(text).digest();

function verify(headers: Record<string, string>, text: string, check: Partial<WebhookCheck> = {}): unknown {
  return verifyWebhook({ headers, body: bytes(text) }, { auth: 'signature', secret: SECRET, now: NOW, ...check });
}

describe('a signature as GitHub sends it', () => {
  // The example of GitHub's documentation.
  const GIVEN = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

  it('is right for the body that was signed, in letters of any size', () => {
    expect(verify({ 'x-hub-signature-256': GIVEN }, 'Hello, World!')).toMatchObject({ isProven: true });
    expect(verify({ 'x-hub-signature-256': GIVEN.toUpperCase() }, 'Hello, World!')).toMatchObject({ isProven: true });
  });

  it.each([
    ['another body', { 'x-hub-signature-256': GIVEN }, 'Hello, World'],
    [
      'another secret',
      { 'x-hub-signature-256': `sha256=${sign('Hello, World!', 'x').toString('hex')}` },
      'Hello, World!',
    ],
    ['no algorithm', { 'x-hub-signature-256': GIVEN.slice(7) }, 'Hello, World!'],
    ['the beginning of it', { 'x-hub-signature-256': GIVEN.slice(0, -1) }, 'Hello, World!'],
    ['more than it', { 'x-hub-signature-256': `${GIVEN}0` }, 'Hello, World!'],
    ['two of them', { 'x-hub-signature-256': `${GIVEN}, ${GIVEN}` }, 'Hello, World!'],
    ['nothing', { 'x-hub-signature-256': '' }, 'Hello, World!'],
  ])('is wrong with %s', (_, headers, text) => {
    expect(verify(headers, text)).toEqual({ isProven: false, reason: 'its signature is wrong' });
  });

  it('is missing where only the old form, or a token, was sent', () => {
    const headers = { 'x-hub-signature': 'sha1=00', authorization: `Bearer ${SECRET}` };
    expect(verify(headers, 'x')).toEqual({ isProven: false, reason: 'it brings no signature' });
  });

  it('makes the body what a delivery is known by, since nothing else is signed', () => {
    const headers = { 'x-hub-signature-256': GIVEN };
    const first = verify({ ...headers, 'x-github-delivery': '1' }, 'Hello, World!');
    expect(verify({ ...headers, 'x-github-delivery': '2' }, 'Hello, World!')).toEqual(first);
    const other = verify({ 'x-hub-signature-256': `sha256=${sign('other').toString('hex')}` }, 'other');
    expect(other).toMatchObject({ isProven: true });
    expect(other).not.toEqual(first);
  });
});

describe('a signature of Standard Webhooks', () => {
  const id = 'msg_1';
  const time = String(NOW / 1000);
  const toHeaders = (signature: string, at = time): Record<string, string> => ({
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  });
  const toSignature = (at: string, key?: Buffer): string => `v1,${sign(`${id}.${at}.{}`, key).toString('base64')}`;

  it('is right for id, time and body, and one of several is enough', () => {
    expect(verify(toHeaders(toSignature(time)), '{}')).toEqual({ isProven: true, identity: id });
    expect(verify(toHeaders(`v1,eA== v2,x ${toSignature(time)}`), '{}')).toMatchObject({ isProven: true });
  });

  it('takes a secret in the form of its own', () => {
    const key = Buffer.from('0123456789abcdef');
    const headers = toHeaders(toSignature(time, key));
    expect(verify(headers, '{}', { secret: `whsec_${key.toString('base64')}` })).toMatchObject({ isProven: true });
    expect(verify(headers, '{}', { secret: 'whsec_A' })).toMatchObject({ isProven: false });
  });

  it.each([-301, 301])('is refused when it is %i seconds off', (seconds) => {
    const at = String(NOW / 1000 + seconds);
    expect(verify(toHeaders(toSignature(at), at), '{}')).toMatchObject({
      isProven: false,
      reason: expect.stringContaining('signed at another time'),
    });
  });

  it.each([-299, 299])('is right when it is %i seconds off', (seconds) => {
    const at = String(NOW / 1000 + seconds);
    expect(verify(toHeaders(toSignature(at), at), '{}')).toMatchObject({ isProven: true });
  });

  it('is wrong where id, time or body are others, or the time is none', () => {
    const headers = toHeaders(toSignature(time));
    const wrong = { isProven: false, reason: 'its signature is wrong' };
    expect(verify({ ...headers, 'webhook-id': 'msg_2' }, '{}')).toEqual(wrong);
    expect(verify({ ...headers, 'webhook-timestamp': `${time}0` }, '{}')).toEqual(wrong);
    expect(verify(headers, '{} ')).toEqual(wrong);
    expect(verify({ 'webhook-signature': `v1,${sign('..{}').toString('base64')}` }, '{}')).toEqual(wrong);
    expect(verify(toHeaders(toSignature('soon'), 'soon'), '{}')).toMatchObject({ isProven: false });
  });
});

describe('a token', () => {
  const token = { auth: 'token', secret: 'a-token' } as const;

  it.each([
    { authorization: 'Bearer a-token' },
    { authorization: 'bearer  a-token ' },
    { 'x-toolyard-token': 'a-token' },
    { 'x-gitlab-token': 'a-token' },
    { authorization: 'Bearer other', 'x-gitlab-token': 'a-token' },
  ])('is taken from %j', (headers) => {
    expect(verify(headers, '{}', token)).toEqual({ isProven: true });
  });

  it.each([
    [{}, 'it brings no token'],
    [{ authorization: 'Basic a-token' }, 'it brings no token'],
    [{ 'x-hub-signature-256': `sha256=${sign('{}', 'a-token').toString('hex')}` }, 'it brings no token'],
    [{ 'x-gitlab-token': '' }, 'its token is wrong'],
    [{ 'x-gitlab-token': 'a-toke' }, 'its token is wrong'],
    [{ 'x-gitlab-token': 'a-token2' }, 'its token is wrong'],
  ])('is refused in %j: %s', (headers, reason) => {
    expect(verify({ ...headers }, '{}', token)).toEqual({ isProven: false, reason });
  });

  it('knows a delivery by its name together with its body', () => {
    const named = (name: string, text: string): unknown =>
      verify({ 'x-gitlab-token': 'a-token', 'x-gitlab-event-uuid': name }, text, token);
    expect(named('1', '{}')).toMatchObject({ isProven: true, identity: expect.stringMatching(/^1\n/) });
    expect(named('1', '{}')).toEqual(named('1', '{}'));
    expect(named('2', '{}')).not.toEqual(named('1', '{}'));
    expect(named('1', '{"a":1}')).not.toEqual(named('1', '{}'));
  });
});

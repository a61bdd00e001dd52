import { assert, constantFrom, property, string, stringMatching } from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { maskText } from './mask-text.ts';

describe('maskText', () => {
  it.each([
    ['token=abc123', 'token=***'],
    ['GITHUB_TOKEN=abc123 next', 'GITHUB_TOKEN=*** next'],
    ['apiKey: abc123', 'apiKey: ***'],
    ['x-api-key: abc123, x-other: 1', 'x-api-key: ***, x-other: 1'],
    ['{"password":"a\\"b","user":"me"}', '{"password":"***","user":"me"}'],
    ['{"access_token": "abc", "secret" : \'x y\'}', '{"access_token": "***", "secret" : \'***\'}'],
    ['{"text":"{\\"token\\":\\"abc\\",\\"n\\":1}"}', '{"text":"{\\"token\\":\\"***\\",\\"n\\":1}"}'],
    ['Authorization: Bearer abc.def was refused', 'Authorization: *** was refused'],
    ['authorization=Basic dXNlcjpwYXNz', 'authorization=***'],
    ['"Authorization": "Bearer abc def"', '"Authorization": "***"'],
    ['sent Bearer abc123def', 'sent Bearer ***'],
    ['Set-Cookie: a=b; c=d\nnext', 'Set-Cookie: ***\nnext'],
    ['https://h/p?access_token=abc&page=2', 'https://h/p?access_token=***&page=2'],
    ['postgres://me:hunter2@db/x', 'postgres://me:***@db/x'],
    ['"token": 12345}', '"token": ***'],
    ['"password":"never closed', '"password":"***'],
    ['MYTOKEN=abc GITHUB_PAT=def', 'MYTOKEN=*** GITHUB_PAT=***'],
    ['gpg --passphrase abc --batch', 'gpg --passphrase *** --batch'],
    ['gpg --passphrase "a b" x', 'gpg --passphrase "***" x'],
    ['DOCS_TOKEN=1; touch x', 'DOCS_TOKEN=***; touch x'],
    ['TOKEN=${A:-abc}', 'TOKEN=***'],
    ['cloned https://ghp_0123456789abcdef@github.com/x', 'cloned https://***@github.com/x'],
    ['token: is', 'token: ***'],
    ['token=is required', 'token=*** required'],
    ['{"token":"is required"}', '{"token":"***"}'],
    ['token=a token=b\ttoken=c', 'token=*** token=***\ttoken=***'],
  ])('turns %s into %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it.each([
    'Unknown key: files',
    'Bearer authentication is needed',
    'tokensUsed: 12',
    'error: --token is required',
    'Invalid parameters for chat:post: token: is required; api_key: must be a string, got a number',
    'TOKEN=${GITHUB_TOKEN} KEY=$KEY PIN_TOKEN=${input:pin}',
    'pass: 3, fail: 1',
    '"token": null, "secret": {"a":1}',
    'password="" user="me"',
    'https://example.com:8080/a@b',
    'Server "git" did not start: "npx" was not found.',
    '',
  ])('leaves %j', (text) => {
    expect(maskText(text)).toBe(text);
  });

  it('hides any value under a name', () => {
    const value = stringMatching(/^[A-Za-z0-9+/=_.~:@#$%^*!?-]{12,40}$/).filter((text) => !text.includes('***'));
    const shape = constantFrom(
      (secret: string) => `x token=${secret} y`,
      (secret: string) => JSON.stringify({ a: 1, clientSecret: secret, b: 2 }),
      (secret: string) => JSON.stringify({ text: JSON.stringify({ PASSWORD: secret }) }),
      (secret: string) => `Authorization: Bearer ${secret}`,
      (secret: string) => `--api-key='${secret}'`,
    );
    assert(property(value, shape, (secret, write) => !maskText(write(secret)).includes(secret)));
  });

  it('never throws, and changes nothing twice', () => {
    assert(
      property(string(), (text) => {
        const once = maskText(text);
        expect(maskText(once)).toBe(once);
      }),
    );
  });

  it.each([
    'token',
    'token=',
    'key="',
    '\\',
    'key=\\"',
    'Bearer ',
    '://a:',
    'password: ',
    'a',
    'key\\',
    'secret:{',
    'key=null,',
  ])('takes time in proportion to its text, also for many %j', (part) => {
    const text = part.repeat(Math.ceil(300_000 / part.length));
    const cpuMs = startCpuClock();
    maskText(text);
    expect(cpuMs()).toBeLessThan(1500);
  });
});

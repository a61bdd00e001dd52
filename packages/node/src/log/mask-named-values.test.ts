import { measureCpu } from '@toolyard/testing';
import { assert, constantFrom, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskNamedValues } from './mask-named-values.ts';

describe('maskNamedValues', () => {
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
    ['token=a token=b\ttoken=c', 'token=*** token=***\ttoken=***'],
  ])('turns %s into %s', (text, masked) => {
    expect(maskNamedValues(text)).toBe(masked);
  });

  it.each([
    'Unknown key: files',
    'Bearer authentication is needed',
    'tokensUsed: 12',
    '"token": null, "secret": {"a":1}',
    'password="" user="me"',
    'https://example.com:8080/a@b',
    'Server "git" did not start: "npx" was not found.',
    '',
  ])('leaves %j', (text) => {
    expect(maskNamedValues(text)).toBe(text);
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
    assert(property(value, shape, (secret, write) => !maskNamedValues(write(secret)).includes(secret)));
  });

  it('never throws, and changes nothing twice', () => {
    assert(
      property(string(), (text) => {
        const once = maskNamedValues(text);
        expect(maskNamedValues(once)).toBe(once);
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
    expect(measureCpu(1, () => maskNamedValues(text))).toBeLessThan(1500);
  });
});

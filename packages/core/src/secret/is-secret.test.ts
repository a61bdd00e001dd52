import { assert, constantFrom, property, stringMatching, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretName, isSecretShape, mayNameSecret } from './is-secret.ts';

describe('isSecretName', () => {
  it.each([
    'API_KEY',
    'apiKey',
    'APIKEY',
    '--api-key',
    'MYTOKEN',
    '--token',
    'GITHUB_PAT',
    'githubPat',
    '--passphrase',
    'PGPASSWORD',
    'PGPASS',
    '--auth',
    'Authorization',
    'clientSecret',
    'SENTRY_DSN',
    'userPin',
    'private_key_pem',
    'set-cookie',
  ])('takes what %s names for a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    '--monkey',
    'keyboard',
    'PATH',
    '--compat',
    'bypass',
    'spin',
    'pinned',
    'LEVEL',
    'max_tokens',
    'tokensUsed',
    'author',
    'keys',
    'tokenEnv',
  ])('takes what %s names for no secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('mayNameSecret', () => {
  it('misses no name of a secret, whatever stands before it and behind it', () => {
    const word = constantFrom(
      'API',
      'key',
      'Pass',
      'PWD',
      'auth',
      'pat',
      'PAT',
      'Pin',
      'dsn',
      'JWT',
      'secret',
      'Cookie',
    );
    const name = tuple(stringMatching(/^[\w.-]{0,4}$/), word, stringMatching(/^[\w.-]{0,2}$/)).map((parts) =>
      parts.join(''),
    );
    const rest = constantFrom('=x', ': x', '": "x"', "' : 'x'", '\\\\": 1', ' x');
    assert(
      property(name.filter(isSecretName), rest, (named, behind) => {
        expect(mayNameSecret(`{"${named}${behind}`)).toBe(true);
      }),
    );
  });

  it.each(['"path":"pinned","author":"monkeys"', '"outcome":"success","tool":"files:read"', ''])(
    'finds none in %s',
    (text) => {
      expect(mayNameSecret(text)).toBe(false);
    },
  );
});

describe('isSecretShape', () => {
  it.each(['ghp_0123456789abcdef', 'sk-abcdefgh1', 'Bearer abc', 'eyJhbGciOi.J9', 'a1b2c3d4'.repeat(5)])(
    'takes %s for a secret',
    (text) => {
      expect(isSecretShape(text)).toBe(true);
    },
  );

  it.each(['skeleton-of-a-file', 'packages/some/long/path/to/name2', '@scope/a-very-long-name-of-a-package-2', 'x'])(
    'takes %s for no secret',
    (text) => {
      expect(isSecretShape(text)).toBe(false);
    },
  );
});

import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './create-redactor.ts';

const SECRET = 's3cr3t/ü+value';

describe('createRedactor', () => {
  it.each([
    ['plain', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['in JSON', JSON.stringify({ a: SECRET })],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 for URLs', Buffer.from(SECRET).toString('base64url')],
    ['in base64 after a user', Buffer.from(`me:${SECRET}`).toString('base64')],
    ['in base64 inside a text', Buffer.from(`{"a":"${SECRET}"}`).toString('base64')],
  ])('hides a value that stands %s', (_how, text) => {
    const redacted = createRedactor([SECRET])(`before ${text} after`);
    expect(redacted).toMatch(/^before .*\*\*\*.* after$/);
    for (const form of [SECRET, encodeURIComponent(SECRET), text]) expect(redacted).not.toContain(form);
    const decoded = Buffer.from(redacted.slice(7, -6), 'base64').toString('utf8');
    expect(decoded).not.toContain('cr3t');
  });

  it('hides what stands under a secret name, whoever set it', () => {
    expect(createRedactor([])('password=hunter2')).toBe('password=***');
  });

  it('leaves values that are too short to be secrets', () => {
    expect(createRedactor(['1', 'true', 'debug'])('1 is true in debug')).toBe('1 is true in debug');
  });

  it('cuts long texts, and shows no part of a secret at the cut', () => {
    const redacted = createRedactor(['abcdefghijklmnop'])(`${'x'.repeat(8182)}abcdefghijklmnop and more`);
    expect(redacted).toBe(`${'x'.repeat(8182)}***…`);
  });

  it('cuts nothing where any length is wanted', () => {
    const text = `${'x'.repeat(20_000)} abcdefghijklmnop and more`;
    expect(createRedactor(['abcdefghijklmnop'], Infinity)(text)).toBe(`${'x'.repeat(20_000)} *** and more`);
  });

  it('shows no secret, wherever it stands', () => {
    const secret = stringMatching(/^[!-~]{8,30}$/).filter((text) => !text.includes('*'));
    assert(
      property(string(), secret, string(), (a, value, b) => !createRedactor([value])(a + value + b).includes(value)),
    );
  });
});

import { jsonValue, assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createValueRedactor } from './create-value-redactor.ts';

describe('createValueRedactor', () => {
  const redact = createValueRedactor(['hunter2-hunter2']);

  it('takes secrets out of texts at any depth', () => {
    const value = { text: 'it is hunter2-hunter2.', list: [{ of: ['hunter2-hunter2'] }], n: 1, no: null };
    expect(redact(value)).toEqual({ text: 'it is ***.', list: [{ of: ['***'] }], n: 1, no: null });
  });

  it('hides texts under the name of a secret, and leaves numbers there', () => {
    const value = { apiKey: 'abc', password: ['a', { b: 'c' }], max_tokens: 12, token: '', keys: 'open' };
    expect(redact(value)).toEqual({
      apiKey: '***',
      password: ['***', { b: '***' }],
      max_tokens: 12,
      token: '',
      keys: 'open',
    });
  });

  it('cuts nothing', () => {
    expect(redact('x'.repeat(100_000))).toBe('x'.repeat(100_000));
  });

  it('keeps the form of every value', () => {
    const formOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(formOf);
      if (typeof value !== 'object' || value === null) return typeof value;
      return Object.entries(value).map(([name, member]) => [name, formOf(member)]);
    };
    assert(
      property(jsonValue(), (value) => {
        expect(formOf(redact(value))).toEqual(formOf(value));
      }),
    );
  });
});

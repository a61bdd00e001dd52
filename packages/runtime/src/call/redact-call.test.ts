import type { CallRecord } from '@toolyard/core';
import { expect, it } from 'vitest';
import { redactCall } from './redact-call.ts';

const record: CallRecord = {
  id: 'secret',
  tool: 'key:secret',
  server: 'key',
  toolName: 'secret',
  origin: 'person',
  session: 's',
  status: 'error',
  submittedAt: 1,
  retryAttempt: 0,
  maxRetries: 3,
};

const redact = (text: string): string => text.replaceAll('secret', '***');

it('hides secrets in parameters, result and error of a call, and keeps names', () => {
  const shown = { contentType: 'json', displayFormat: 'block', executionDuration: 1 } as const;
  const result = { ...shown, content: ['a secret'] };
  const parameters = { deep: [{ text: 'a secret' }], number: 1 };
  const error = { code: 'tool-error', message: 'the secret' } as const;
  expect(redactCall({ ...record, parameters, result, error }, redact)).toEqual({
    ...record,
    parameters: { deep: [{ text: 'a ***' }], number: 1 },
    result: { ...shown, content: ['a ***'] },
    error: { code: 'tool-error', message: 'the ***' },
  });
});

it.each(['tool-not-found', 'server-not-found'] as const)(
  'hides secrets in names that stand for nothing (%s)',
  (code) => {
    const unknown = { ...record, server: 'secret', error: { code, message: 'no secret' } };
    expect(redactCall(unknown, redact)).toMatchObject({
      tool: 'key:***',
      server: '***',
      toolName: '***',
      error: { message: 'no ***' },
    });
  },
);

it('leaves a call alone that has none of these', () => {
  expect(redactCall(record, redact)).toBe(record);
});

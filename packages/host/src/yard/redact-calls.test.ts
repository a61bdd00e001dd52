import type { CallEvent, CallRecord, Calls } from '@toolyard/core';
import { expect, it } from 'vitest';
import { redactCalls } from './redact-calls.ts';

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
  parameters: { deep: [{ text: 'a secret' }], number: 1 },
  error: { code: 'tool-error', message: 'the secret' },
};

function createCalls(): Calls & { tell(event: CallEvent): void } {
  let listener: (event: CallEvent) => void = () => undefined;
  return {
    active: () => [record],
    history: () => [record],
    stop: () => undefined,
    resume: () => undefined,
    isStopped: () => false,
    continueSession: () => undefined,
    on(next) {
      listener = next;
      return () => undefined;
    },
    tell: (event) => listener(event),
  };
}

it('hides secrets in parameters and errors of calls, and keeps names', () => {
  const calls = createCalls();
  const shown = redactCalls(calls, (text) => text.replaceAll('secret', '***'));
  const expected = {
    ...record,
    parameters: { deep: [{ text: 'a ***' }], number: 1 },
    error: { code: 'tool-error', message: 'the ***' },
  };
  expect(shown.active()).toEqual([expected]);
  expect(shown.history()).toEqual([expected]);
  const events: CallEvent[] = [];
  shown.on((event) => events.push(event));
  calls.tell({ type: 'call-changed', call: record });
  expect(events).toEqual([{ type: 'call-changed', call: expected }]);
});

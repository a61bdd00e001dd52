import type { CallRecord } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createCallHistory } from './create-call-history.ts';

const finished = (id: string): CallRecord => ({
  id,
  tool: 'a:t',
  server: 'a',
  toolName: 't',
  parameters: { a: 1 },
  origin: 'person',
  session: 's',
  status: 'success',
  submittedAt: 0,
  startedAt: 0,
  completedAt: 1,
  retryAttempt: 0,
  maxRetries: 3,
  result: { content: 'x', contentType: 'text', displayFormat: 'block', executionDuration: 1 },
});
const small = { parameters: 10, result: 10 };

it('keeps the last 500 in their order', () => {
  const history = createCallHistory();
  for (let index = 0; index < 499; index++) history.add(finished(String(index)), small);
  expect(history.list().map((call) => call.id)).toEqual(Array.from({ length: 499 }, (_, index) => String(index)));
  for (let index = 499; index < 1234; index++) history.add(finished(String(index)), small);
  expect(history.list().map((call) => call.id)).toEqual(Array.from({ length: 500 }, (_, index) => String(734 + index)));
});

it('leaves out what is larger than 10 KB', () => {
  const history = createCallHistory();
  history.add(finished('a'), { parameters: 10_241, result: 10_240 });
  history.add(finished('b'), { parameters: 10_240, result: 10_241 });
  expect(history.list().map((call) => [call.parameters !== undefined, call.result !== undefined])).toEqual([
    [false, true],
    [true, false],
  ]);
});

import type { CallRecord, ToolCall, ToolOutcome } from '@toolyard/core';
import type { ClosableYard } from '@toolyard/host';
import { expect, it } from 'vitest';
import { createOwnCalls } from './own-calls.ts';

const CALL: ToolCall = {
  tool: 'a:b',
  arguments: {},
  origin: 'document',
  session: 's',
  document: { path: 'n.md', line: 3 },
};
const RECORD: CallRecord = {
  ...CALL,
  id: '1',
  server: 'a',
  toolName: 'b',
  session: 's',
  status: 'executing',
  submittedAt: 0,
  retryAttempt: 0,
  maxRetries: 0,
};

/** Calls that run until they are stopped. */
function openCalls() {
  const own = createOwnCalls();
  const call = (_: ToolCall, signal: AbortSignal): Promise<ToolOutcome> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  const { caller } = own.watch({ caller: { call } } as unknown as ClosableYard);
  const never = new AbortController().signal;
  return { own, start: (called = CALL) => caller.call(called, never).catch(String) };
}

it('stops the one call that is meant, of several that are alike', async () => {
  const { own, start } = openCalls();
  const [first, second] = [start(), start()];
  const [, active] = own.toActive([RECORD, { ...RECORD, id: '2' }]);
  active?.stop?.();
  expect(await second).toBe('Error: stopped');
  const left = own.toActive([RECORD]);
  left[0]?.stop?.();
  expect(await first).toBe('Error: stopped');
  expect(own.toActive([RECORD])).toEqual([{ record: RECORD }]);
});

it('stops no call of another program, note or line', () => {
  const { own, start } = openCalls();
  void start();
  const others: Partial<CallRecord>[] = [
    { session: 'other' },
    { origin: 'assistant' },
    { document: { path: 'n.md', line: 4 } },
    { document: undefined },
    { tool: 'a:c' },
  ];
  for (const other of others) expect(own.toActive([{ ...RECORD, ...other }])[0]?.stop).toBeUndefined();
  expect(own.toActive([RECORD])[0]?.stop).toBeDefined();
});

it('finds calls without a session by their origin, as records name it', () => {
  const { own, start } = openCalls();
  const { session: _, ...unnamed } = CALL;
  void start({ ...unnamed, origin: 'person' });
  expect(own.toActive([{ ...RECORD, origin: 'person', session: 'person' }])[0]?.stop).toBeDefined();
});

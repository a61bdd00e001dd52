import type { ToolCall, ToolOutcome } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createSessionCaller } from './create-session-caller.ts';

const CALL: ToolCall = { tool: 'a:b', arguments: {}, origin: 'document', session: 's' };
const OUTCOME: ToolOutcome = { kind: 'success', result: {}, json: '{}' };

async function callTimes(times: number, limit: number | undefined, yardLimit: number): Promise<string[]> {
  const told: string[] = [];
  const caller = { call: async (): Promise<ToolOutcome> => (told.push('call'), OUTCOME) };
  const calls = { continueSession: (session: string) => void told.push(`continue ${session}`) };
  const unused = {
    active: () => [],
    history: () => [],
    stop() {},
    resume() {},
    isStopped: () => false,
    on: () => () => {},
  };
  const session = createSessionCaller({ caller, calls: { ...unused, ...calls } }, { session: 's', limit, yardLimit });
  const { signal } = new AbortController();
  for (let count = 0; count < times; count++) {
    await session.call(CALL, signal).catch((error: Error) => told.push(error.message));
  }
  return told;
}

it('lets a session go on beyond the limit of its yard, and stops it at its own', async () => {
  expect(await callTimes(4, 3, 2)).toEqual([
    'call',
    'call',
    'continue s',
    'call',
    'Session execution limit reached (3)',
  ]);
});

it('counts nothing where no limit is given, or any number is', async () => {
  expect(await callTimes(3, undefined, 2)).toEqual(['call', 'call', 'call']);
  expect(await callTimes(3, -1, -1)).toEqual(['call', 'call', 'call']);
});

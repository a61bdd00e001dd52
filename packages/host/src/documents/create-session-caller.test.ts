import { ToolyardError, type SessionUse, type ToolCall, type ToolOutcome } from '@toolyard/core';
import { expect, it } from 'vitest';
import { createSessionCaller, type SessionGrant } from './create-session-caller.ts';

const CALL: ToolCall = { tool: 'a:b', arguments: {}, origin: 'document', session: 's' };
const OUTCOME: ToolOutcome = { kind: 'success', result: {}, json: '{}' };

/** A yard that counts as the real one does, and a session on it. */
function openSession(limit: number, grant: Partial<SessionGrant>) {
  const told: string[] = [];
  let left = limit;
  let calls = 0;
  const unused = (): never => {
    throw new Error('not used here');
  };
  const caller = {
    async call({ sessionLimit }: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
      if (signal.aborted) throw new ToolyardError('call-cancelled', 'stopped');
      if (left-- <= 0) throw new ToolyardError('session-limit', 'limit reached');
      told.push(`call ${++calls} of ${sessionLimit ?? 'any'}`);
      return OUTCOME;
    },
  };
  const session = createSessionCaller(
    {
      caller,
      calls: {
        sessionUse: async (name): Promise<SessionUse> => (told.push(`use ${name}`), { calls, limit }),
        continueSession: async (name) => {
          told.push(`continue ${name}`);
          left = limit;
        },
        active: unused,
        history: unused,
        stop: unused,
        resume: unused,
        isStopped: unused,
        resetSession: unused,
        noteRefusal: async ({ tool, session: name }, { code }) => void told.push(`${tool} of ${name}: ${code}`),
        on: unused,
      },
    },
    { session: 's', ...grant },
  );
  const { signal } = new AbortController();
  return { told, call: (by = signal) => session.call(CALL, by).then(({ kind }) => kind, String) };
}

it('asks once for all calls that are refused together, and goes on as often as the answer is yes', async () => {
  const asked: SessionUse[] = [];
  const { call, told } = openSession(2, { mayContinue: async (use) => asked.push(use) < 3 });
  const ends = await Promise.all(Array.from({ length: 8 }, () => call()));
  expect(ends.filter((end) => end === 'success')).toHaveLength(6);
  expect(ends.filter((end) => end.includes('limit reached'))).toHaveLength(2);
  expect(asked).toEqual([2, 4, 6].map((calls) => ({ calls, limit: 2 })));
  expect(told.filter((line) => line.startsWith('continue'))).toEqual(['continue s', 'continue s']);
  expect(told.filter((line) => line.startsWith('a:b'))).toEqual(['a:b of s: session-limit', 'a:b of s: session-limit']);
  expect(await call()).toContain('limit reached');
  expect(asked).toHaveLength(3);
});

it('refuses where nobody can be asked', async () => {
  const { call, told } = openSession(1, {});
  expect([await call(), await call()]).toEqual(['success', expect.stringContaining('limit reached')]);
  expect(told).not.toContain('continue s');
});

it('tells the yard the limit of its session', async () => {
  const { call, told } = openSession(9, { limit: 3 });
  await call();
  expect(told).toEqual(['call 1 of 3']);
});

it('ends calls as stopped that were given up while somebody was asked', async () => {
  const stop = new AbortController();
  const { call } = openSession(0, { mayContinue: async () => (stop.abort(), false) });
  expect(await call(stop.signal)).toContain('stopped');
});

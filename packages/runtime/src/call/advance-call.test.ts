import type { CallRecord, CallStatus } from '@toolyard/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceCall, type CallTransition } from './advance-call.ts';

const DELAYS = [1000, 5000, 15_000];
const error = { code: 'connection-lost', message: 'gone' } as const;
const stopped = { code: 'call-cancelled', message: 'Execution stopped by user' } as const;
const late = { code: 'call-timeout', message: 'Execution timeout after 30000 ms' } as const;

const record = (given: Partial<CallRecord> = {}): CallRecord => ({
  id: 'c-1',
  tool: 'a:t',
  server: 'a',
  toolName: 't',
  origin: 'person',
  session: 's',
  status: 'pending',
  submittedAt: 0,
  retryAttempt: 0,
  maxRetries: 3,
  ...given,
});

const HAPPENINGS = {
  start: { type: 'start' },
  success: { type: 'answered', end: { status: 'success' } },
  error: { type: 'answered', end: { status: 'error', error } },
  'lost, harmless': { type: 'lost', harmless: true, error },
  'lost, harmful': { type: 'lost', harmless: false, error },
  'time-out': { type: 'time-out', error: late },
  cancel: { type: 'cancel', error: stopped },
} satisfies Record<string, CallTransition>;

type Name = keyof typeof HAPPENINGS;
const NAMES = Object.keys(HAPPENINGS) as Name[];
const FINAL: readonly CallStatus[] = ['success', 'error', 'timeout', 'cancelled'];

/** What each state makes of each happening: the next state and the effects; what is not named changes nothing. */
const TABLE: Readonly<Record<string, Partial<Record<Name, readonly [CallStatus, ...string[]]>>>> = {
  pending: { start: ['executing', 'send'], cancel: ['cancelled', 'end'] },
  'pending again': {
    start: ['executing', 'send'],
    'time-out': ['timeout', 'end'],
    cancel: ['cancelled', 'end'],
  },
  executing: {
    success: ['success', 'end'],
    error: ['error', 'end'],
    'lost, harmless': ['pending', 'retry-in'],
    'lost, harmful': ['error', 'end'],
    'time-out': ['timeout', 'take-back', 'end'],
    cancel: ['cancelled', 'take-back', 'end'],
  },
  'executing for the last time': {
    success: ['success', 'end'],
    error: ['error', 'end'],
    'lost, harmless': ['error', 'end'],
    'lost, harmful': ['error', 'end'],
    'time-out': ['timeout', 'take-back', 'end'],
    cancel: ['cancelled', 'take-back', 'end'],
  },
  success: {},
  error: {},
  timeout: {},
  cancelled: {},
};

const STATES: Readonly<Record<string, CallRecord>> = {
  pending: record(),
  'pending again': record({ startedAt: 10, retryAttempt: 1 }),
  executing: record({ status: 'executing', startedAt: 10 }),
  'executing for the last time': record({ status: 'executing', startedAt: 10, retryAttempt: 3 }),
  ...Object.fromEntries(FINAL.map((status) => [status, record({ status, startedAt: 10, completedAt: 20 })])),
};

describe('advanceCall', () => {
  const pairs = Object.keys(STATES).flatMap((state) => NAMES.map((name) => [state, name] as const));
  it.each(pairs)('knows what %s makes of %s', (state, name) => {
    const before = STATES[state] ?? record();
    const { record: after, effects } = advanceCall(before, HAPPENINGS[name], 100, { retryDelaysMs: DELAYS });
    const expected = TABLE[state]?.[name];
    if (expected === undefined) {
      expect(after).toBe(before);
      expect(effects).toEqual([]);
    } else {
      expect([after.status, ...effects.map((effect) => effect.type)]).toEqual(expected);
      expect(after.completedAt).toBe(FINAL.includes(after.status) ? 100 : undefined);
    }
  });

  it('keeps the time of the first start through retries', () => {
    const again = advanceCall(record({ startedAt: 10, retryAttempt: 1 }), HAPPENINGS.start, 2000, {
      retryDelaysMs: DELAYS,
    });
    expect(again.record.startedAt).toBe(10);
  });

  it.each([
    [0, 1000],
    [1, 5000],
    [2, 15_000],
  ])('waits longer before each retry: %i', (retryAttempt, ms) => {
    const lost = advanceCall(record({ status: 'executing', retryAttempt }), HAPPENINGS['lost, harmless'], 0, {
      retryDelaysMs: DELAYS,
    });
    expect(lost.effects).toEqual([{ type: 'retry-in', ms }]);
    expect(lost.record.retryAttempt).toBe(retryAttempt + 1);
  });

  it('does not wait for a retry that would begin after the total time', () => {
    const executing = record({ status: 'executing', startedAt: 0 });
    const lose = (now: number) =>
      advanceCall(executing, HAPPENINGS['lost, harmless'], now, { retryDelaysMs: DELAYS, totalMs: 2000 }).record;
    expect(lose(999).status).toBe('pending');
    expect(lose(1000)).toMatchObject({ status: 'error', error });
  });

  it('ends every call at most once, after at most three retries, whatever happens in whatever order', () => {
    const moment = fc.tuple(fc.constantFrom(...NAMES), fc.nat(20_000));
    fc.assert(
      fc.property(
        fc.array(moment, { maxLength: 40 }),
        fc.option(fc.integer({ min: 1000, max: 60_000 })),
        (all, limit) => {
          const rules = { retryDelaysMs: DELAYS, ...(limit === null ? {} : { totalMs: limit }) };
          let current = record();
          let now = 0;
          let ends = 0;
          let isAtServer = false;
          for (const [name, ms] of all) {
            now += ms;
            const step = advanceCall(current, HAPPENINGS[name], now, rules);
            const types = step.effects.map((effect) => effect.type);
            ends += types.filter((type) => type === 'end').length;
            // A server is told to give up only what it has.
            expect(types.includes('take-back')).toBe(isAtServer && ['time-out', 'cancel'].includes(name));
            expect(types.includes('send')).toBe(!isAtServer && name === 'start' && ends === 0);
            isAtServer = step.record.status === 'executing';
            expect(FINAL.includes(step.record.status)).toBe(ends === 1);
            expect(step.record.retryAttempt).toBeGreaterThanOrEqual(current.retryAttempt);
            expect(step.record.retryAttempt).toBeLessThanOrEqual(3);
            current = step.record;
          }
          expect(ends).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

import type { ServerState } from '@toolyard/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceServerLife } from './advance-server-life.ts';
import { createServerLife, HISTORY_LENGTH, type LifeEffect, type LifeEvent, type ServerLife } from './server-life.ts';

const rules = { retryDelaysMs: [1000, 5000, 15_000] };
const outage = { kind: 'outage', reason: 'exited with code 1', lastLines: [] } as const;

/** A life in each state; all have attempt 5, so that events of attempt 5 are news. */
const lives: Record<ServerState, ServerLife> = {
  disabled: at('disabled'),
  idle: at('idle'),
  starting: at('starting'),
  running: at('running', { phase: 'runtime' }),
  retrying: at('retrying', { retries: 1, nextTryAt: 1000 }),
  'needs-login': at('needs-login'),
  failed: at('failed'),
  'auto-disabled': at('auto-disabled', { retries: 3, autoDisabledAt: 7 }),
  stopped: at('stopped'),
};

function at(state: ServerState, more: Partial<ServerLife> = {}): ServerLife {
  return { ...createServerLife(true), state, attempt: 5, ...more };
}

const events: Record<string, LifeEvent> = {
  begin: { type: 'begin', idle: false },
  'begin idle': { type: 'begin', idle: true },
  enable: { type: 'enable' },
  disable: { type: 'disable' },
  wanted: { type: 'wanted' },
  unused: { type: 'unused' },
  started: { type: 'started', attempt: 5 },
  connected: { type: 'connected', attempt: 5 },
  outage: { type: 'failed', attempt: 5, failure: outage },
  misconfigured: { type: 'failed', attempt: 5, failure: { ...outage, kind: 'configuration' } },
  'login missing': { type: 'failed', attempt: 5, failure: { ...outage, kind: 'login' } },
  proved: { type: 'proved', attempt: 5 },
  pinged: { type: 'pinged', attempt: 5, latencyMs: 3 },
  'retry due': { type: 'retry-due', attempt: 5 },
  'logged in': { type: 'logged-in' },
  stop: { type: 'stop' },
};

/** State and effects after each event, for each state; what is not named here stays without effect. */
const TABLE: Record<ServerState, Record<string, string>> = {
  disabled: { enable: 'starting: connect', disable: 'disabled', stop: 'stopped' },
  idle: {
    begin: 'starting: connect',
    enable: 'starting: connect',
    disable: 'disabled',
    wanted: 'starting: connect',
    stop: 'stopped',
  },
  starting: {
    disable: 'disabled: disconnect',
    connected: 'running',
    outage: 'retrying: disconnect, retry-in 1000',
    misconfigured: 'failed: disconnect',
    'login missing': 'needs-login: disconnect',
    stop: 'stopped: disconnect',
  },
  running: {
    disable: 'disabled: disconnect',
    unused: 'idle: disconnect',
    outage: 'retrying: disconnect, retry-in 1000',
    misconfigured: 'failed: disconnect',
    'login missing': 'needs-login: disconnect',
    stop: 'stopped: disconnect',
  },
  retrying: {
    enable: 'starting: forget-retry, connect',
    disable: 'disabled: forget-retry',
    'retry due': 'starting: forget-retry, connect',
    stop: 'stopped: forget-retry',
  },
  'needs-login': {
    enable: 'starting: connect',
    disable: 'disabled',
    'logged in': 'starting: connect',
    stop: 'stopped',
  },
  failed: { enable: 'starting: connect', disable: 'disabled', stop: 'stopped' },
  'auto-disabled': { enable: 'starting: connect', disable: 'disabled', stop: 'stopped' },
  stopped: {},
};

describe('every event in every state', () => {
  for (const [state, life] of Object.entries(lives)) {
    for (const [name, event] of Object.entries(events)) {
      const expected = TABLE[life.state][name] ?? state;
      it(`${state} + ${name} -> ${expected}`, () => {
        const { life: after, effects } = advanceServerLife(life, event, 100, rules);
        expect([after.state, effects.map(describeEffect).join(', ')].filter(Boolean).join(': ')).toBe(expected);
      });
    }
  }
});

function describeEffect(effect: LifeEffect): string {
  return effect.type === 'retry-in' ? `retry-in ${effect.ms}` : effect.type;
}

function play(life: ServerLife, ...all: LifeEvent['type'][]): { life: ServerLife; effects: readonly LifeEffect[] } {
  let step: { life: ServerLife; effects: readonly LifeEffect[] } = { life, effects: [] };
  for (const type of all) {
    const named = Object.values(events).find((event) => event.type === type) ?? { type: 'stop' };
    const event = 'attempt' in named ? { ...named, attempt: step.life.attempt } : named;
    step = advanceServerLife(step.life, event, (step.life.nextTryAt ?? 0) + 1, rules);
  }
  return step;
}

describe('a life', () => {
  it('is given up when the third retry fails, and people are told once', () => {
    const retry = ['failed', 'retry-due'] as const;
    const three = play(createServerLife(true), 'begin', ...retry, ...retry, ...retry);
    expect(three.life).toMatchObject({ state: 'starting', retries: 3, failures: 3 });
    const given = play(three.life, 'failed');
    expect(given.life).toMatchObject({ state: 'auto-disabled', failures: 4 });
    expect(given.effects.map(({ type }) => type)).toEqual(['disconnect', 'tell-auto-disabled']);
    expect(play(given.life, 'retry-due', 'wanted', 'logged-in', 'begin').life).toBe(given.life);
  });

  it('counts crashes right after a start as failing, until the server has proved itself', () => {
    const crash = ['connected', 'failed', 'retry-due'] as const;
    const looping = play(createServerLife(true), 'begin', ...crash, ...crash, ...crash, 'connected', 'failed');
    const reason = 'dropped within 10 s of coming up, which counts as a failed retry: exited with code 1';
    expect(looping.life).toMatchObject({ state: 'auto-disabled', retries: 3, failures: 4, failure: { reason } });
    expect(looping.effects).toContainEqual({ type: 'tell-auto-disabled', reason });
    expect(looping.life.history.filter(({ outcome }) => outcome === 'failed').map((tried) => tried.reason)).toEqual([
      'exited with code 1',
      reason,
      reason,
      reason,
    ]);
    const proved = play(createServerLife(true), 'begin', ...crash, ...crash, ...crash, 'connected', 'proved', 'failed');
    expect(proved.life).toMatchObject({ state: 'retrying', retries: 1, failures: 1 });
    expect(proved.life.failure?.reason).toBe('exited with code 1');
  });

  it('counts a crash right after the last retry together with the retries that did not come up', () => {
    const retry = ['failed', 'retry-due'] as const;
    const up = play(createServerLife(true), 'begin', ...retry, ...retry, ...retry, 'connected');
    expect(up.life).toMatchObject({ state: 'running', failures: 0 });
    expect(play(up.life, 'failed').life).toMatchObject({ state: 'auto-disabled', retries: 3, failures: 4 });
    expect(play(up.life, 'unused', 'wanted', 'failed').life).toMatchObject({ failures: 1 });
    expect(play(up.life, 'disable', 'enable', 'failed').life).toMatchObject({ failures: 1, retries: 1 });
  });

  it('that cannot work as it is written is not said to be tried', () => {
    const { life } = play(createServerLife(true), 'begin', 'connected');
    const failure = { ...outage, kind: 'configuration' } as const;
    const over = advanceServerLife(life, { type: 'failed', attempt: life.attempt, failure }, 0, rules);
    expect(over.life).toMatchObject({ state: 'failed', failure: { reason: 'exited with code 1' } });
  });

  it('that was given up in an earlier run gets one more try', () => {
    const again = play(createServerLife(true, { autoDisabledAt: 5, failures: 4 }), 'begin');
    expect(again.life.state).toBe('starting');
    expect(play(again.life, 'failed').life).toMatchObject({ state: 'auto-disabled', retries: 4, failures: 5 });
    expect(play(again.life, 'connected').life.autoDisabledAt).toBeUndefined();
    expect(play(again.life, 'connected', 'failed').life).toMatchObject({ state: 'auto-disabled', failures: 5 });
  });

  it('ignores news of an attempt that is over', () => {
    const { life } = play(createServerLife(true), 'begin', 'disable', 'enable');
    expect(advanceServerLife(life, { type: 'connected', attempt: 1 }, 0, rules).life).toBe(life);
    expect(advanceServerLife(life, { type: 'failed', attempt: 1, failure: outage }, 0, rules).life).toBe(life);
  });

  it('keeps the rules whatever happens in whatever order', () => {
    const happenings = fc.array(fc.tuple(fc.constantFrom(...Object.values(events)), fc.boolean(), fc.nat(20_000)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(happenings, (all) => {
        let life = createServerLife(true);
        let now = 0;
        let retriesInARow = 0;
        for (const [named, isNews, ms] of all) {
          now += ms;
          const event = 'attempt' in named ? { ...named, attempt: isNews ? life.attempt : life.attempt - 1 } : named;
          const before = life;
          const step = advanceServerLife(before, event, now, rules);
          life = step.life;
          const effects = step.effects.map(describeEffect);
          if (effects.includes('connect') && IS_OFF.has(before.state))
            expect(['enable', 'logged-in']).toContain(event.type);
          if (life.state === 'retrying' && before.state !== 'retrying') {
            retriesInARow++;
            expect(effects).toContain(`retry-in ${rules.retryDelaysMs[before.retries]}`);
            expect(life.nextTryAt).toBe(now + (rules.retryDelaysMs[before.retries] ?? 0));
          }
          if (life.retries === 0) retriesInARow = 0;
          expect(retriesInARow).toBeLessThanOrEqual(3);
          expect(life.history.length).toBeLessThanOrEqual(HISTORY_LENGTH);
          if (life.state === 'running') expect(life.failures).toBe(0);
          expect(life.state === 'retrying').toBe(life.nextTryAt !== undefined);
          if (before.state === 'stopped') expect(life).toBe(before);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** No attempt is made out of these without somebody's doing. */
const IS_OFF: ReadonlySet<ServerState> = new Set(['disabled', 'stopped', 'auto-disabled', 'failed', 'needs-login']);

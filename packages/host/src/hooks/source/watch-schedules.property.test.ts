import type { Hook, HookEngine, KnownHook, RunRecord } from '@toolyard/hooks';
import {
  createEngineFixture,
  createFakeClock,
  createHook,
  findDueSlowly,
  listMinutes,
  runs,
  type FakeClock,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createNotingEngine } from '../../../test/create-noting-engine.ts';
import { watchSchedules, type ScheduleSource } from './watch-schedules.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function scheduled(id: string, trigger: Partial<Hook['trigger']> = {}, changes: Partial<Hook> = {}): Hook {
  return createHook(id, { trigger: { event: 'schedule', cron: '0 * * * *', missed: 'once', ...trigger }, ...changes });
}

function toKnown(hooks: readonly Hook[]): KnownHook[] {
  return hooks.map((hook) => ({ hook, source: 'user', file: '/hooks.json' }));
}

/** All that is under way gets its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve));
}

/** A clock that can be set. */
function createSettableClock(): FakeClock & { set(byMs: number): void } {
  const clock = createFakeClock();
  let ahead = 0;
  return {
    now: () => clock.now() + ahead,
    after: (ms, action) => clock.after(ms, action),
    advance: (ms) => clock.advance(ms),
    get pending() {
      return clock.pending;
    },
    set: (byMs) => void (ahead += byMs),
  };
}

/** Notes what is entered, and for which times. */
function createNoting() {
  const made = createNotingEngine();
  return { ...made, times: (): unknown[] => made.entered.map(({ values }) => values['scheduled']) };
}

function open(hooks: readonly Hook[], clock = createSettableClock(), noting = createNoting()) {
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const source = watchSchedules({ engine: noting.engine, clock, timeZone: 'UTC', onError });
  const watching = source.watchFor(toKnown(hooks));
  return { ...noting, clock, source, watching, errors };
}

describe('watchSchedules', () => {
  it.each(ZONES.slice(0, runs(ZONES.length, 1)))(
    'enters every time of a year in %s once, also where clocks change',
    async (timeZone) => {
      const hooks = [
        scheduled('fixed', { cron: '30 2 * * *', timeZone }),
        scheduled('often', { cron: '*/30 1-2 * * *', timeZone }),
      ];
      const { clock, entered, watching, source } = open(hooks);
      await watching;
      const minutes = listMinutes(2026, timeZone);
      const due = hooks.map(({ id, trigger: { cron = '' } }) => ({ id, times: findDueSlowly(cron, minutes) }));
      // The clock starts with the year, so what is due then is past.
      const expected = due.map(({ times }) => times.filter((at) => at > clock.now()));
      for (const at of [...new Set(expected.flat())].toSorted((left, right) => left - right)) {
        clock.advance(at - clock.now());
        await settle();
      }
      const timesOf = (id: string): unknown[] =>
        entered.filter(({ values }) => values['hook'] === id).map(({ values }) => values['scheduled']);
      expect(due.map(({ id }) => timesOf(id))).toEqual(
        expected.map((times) => times.map((at) => new Date(at).toISOString())),
      );
      expect(new Set(entered.map(({ values }) => values['missed']))).toEqual(new Set([0]));
      await source.close();
    },
  );

  it('enters at its time, and not before', async () => {
    const { clock, times, watching } = open([scheduled('a')]);
    await watching;
    clock.advance(HOUR_MS - 1);
    await settle();
    expect(times()).toEqual([]);
    clock.advance(1);
    await settle();
    expect(times()).toEqual(['2026-01-01T01:00:00.000Z']);
  });

  it('finds what a machine slept through, for which no timer counts', async () => {
    const { clock, entered, watching } = open([scheduled('a'), scheduled('b', { missed: 'skip' })]);
    await watching;
    clock.set(10 * HOUR_MS + HOUR_MS / 2);
    clock.advance(20_000);
    await settle();
    expect(entered.map(({ values }) => values)).toEqual([
      { hook: 'a', scheduled: '2026-01-01T10:00:00.000Z', missed: 9 },
    ]);
  });

  it('goes by a clock that is put back', async () => {
    const { clock, times, watching } = open([scheduled('a')]);
    await watching;
    clock.advance(HOUR_MS);
    await settle();
    clock.set(-400 * DAY_MS);
    clock.advance(20_000);
    await settle();
    clock.advance(HOUR_MS);
    await settle();
    expect(times()).toEqual(['2026-01-01T01:00:00.000Z', '2024-11-27T02:00:00.000Z']);
  });

  it('waits for what is due in years', async () => {
    const { clock, times, watching } = open([scheduled('a', { cron: '0 0 29 2 *' })]);
    await watching;
    for (let day = 0; day < 365 * 2 + 59; day++) {
      clock.advance(DAY_MS);
      await settle();
    }
    expect(times()).toEqual(['2028-02-29T00:00:00.000Z']);
  });

  it('tells once what cannot be noted, tries again, and enters it once', async () => {
    const { clock, times, state, errors, watching } = open([scheduled('a')]);
    await watching;
    state.problem = 'the disk is full';
    clock.advance(HOUR_MS);
    await settle();
    for (let turn = 0; turn < 4; turn++) {
      clock.advance(3000);
      await settle();
    }
    expect(state.tries).toBe(5);
    state.problem = undefined;
    clock.advance(3000);
    await settle();
    expect(times()).toEqual(['2026-01-01T01:00:00.000Z']);
    expect(errors).toEqual(['Error: the disk is full']);
  });

  it('follows other hooks from when it is told of them, and leaves no timer behind', async () => {
    const { clock, entered, source, watching } = open([scheduled('a')]);
    await watching;
    await source.watchFor(toKnown([scheduled('b', { cron: '30 * * * *' })]));
    clock.advance(HOUR_MS);
    await settle();
    expect(entered.map(({ values }) => values['hook'])).toEqual(['b']);
    await source.watchFor([]);
    expect(clock.pending).toBe(0);
    await source.watchFor(toKnown([scheduled('a')]));
    expect(clock.pending).toBe(1);
    await source.close();
    expect(clock.pending).toBe(0);
    await source.watchFor(toKnown([scheduled('a')]));
    expect(clock.pending).toBe(0);
  });
});

describe('a schedule on a real engine', () => {
  async function start(hooks: readonly Hook[]) {
    const clock = createFakeClock();
    const fixture = createEngineFixture(clock, hooks);
    let source: ScheduleSource | undefined;
    let engine: HookEngine | undefined;
    const run = async (): Promise<void> => {
      engine = await fixture.start();
      source = watchSchedules({ engine, clock, timeZone: 'UTC', onError: (error) => expect.fail(String(error)) });
      await source.watchFor(fixture.hooks);
    };
    await run();
    return {
      clock,
      fixture,
      async pass(ms: number): Promise<void> {
        // What is due is entered only when it has its turn, and a leap would make it late.
        for (let left = ms; left > 0; left -= 60_000) {
          clock.advance(Math.min(left, 60_000));
          await settle();
        }
        await engine?.idle();
      },
      async restart(stoppedMs: number): Promise<void> {
        await source?.close();
        await engine?.stop();
        clock.advance(stoppedMs);
        await run();
        await engine?.idle();
      },
      runs: (): string[] => fixture.told.flatMap((event) => (event.type === 'run-ended' ? [toLine(event.record)] : [])),
    };
  }

  function toLine({ hook, status, reason = '', event }: RunRecord): string {
    return [hook, status, reason, event.context['scheduled'], event.context['missed']].join(' ');
  }

  it('runs its own hook only, and respects whether that is enabled, its conditions and its approval', async () => {
    const { fixture, pass, runs } = await start([
      scheduled('a'),
      scheduled('off', {}, { enabled: false }),
      scheduled('other', { if: { branch: 'dev' } }),
      scheduled('new'),
      scheduled('daily', { cron: '@daily' }),
    ]);
    fixture.refusals.set('new', 'not approved');
    await pass(HOUR_MS);
    expect(runs().toSorted()).toEqual([
      'a success  2026-01-01T01:00:00.000Z 0',
      'new skipped not approved 2026-01-01T01:00:00.000Z 0',
      'other skipped branch is "main", not "dev" 2026-01-01T01:00:00.000Z 0',
    ]);
  });

  it('runs nothing twice and misses nothing over restarts', async () => {
    const { pass, restart, runs } = await start([scheduled('a'), scheduled('b', { missed: 'skip' })]);
    await pass(HOUR_MS);
    await restart(0);
    await restart(30_000);
    await pass(HOUR_MS);
    await restart(5 * HOUR_MS + 600_000);
    await pass(HOUR_MS);
    expect(runs().toSorted()).toEqual([
      'a success  2026-01-01T01:00:00.000Z 0',
      'a success  2026-01-01T02:00:00.000Z 0',
      'a success  2026-01-01T07:00:00.000Z 4',
      'a success  2026-01-01T08:00:00.000Z 0',
      'b success  2026-01-01T01:00:00.000Z 0',
      'b success  2026-01-01T02:00:00.000Z 0',
      'b success  2026-01-01T08:00:00.000Z 0',
    ]);
  });
});

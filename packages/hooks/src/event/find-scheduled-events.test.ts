import { exampleHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { KnownHook, Trigger } from '../hook/hook.ts';
import { createFindNextRun } from '../schedule/create-find-next-run.ts';
import { findScheduledEvents, type ScheduledEvents } from './find-scheduled-events.ts';

const findNextRun = createFindNextRun('UTC');

function scheduled(id: string, trigger: Partial<Trigger> = {}, enabled = true): KnownHook {
  return exampleHook({ id, enabled, trigger: { event: 'schedule', cron: '0 * * * *', missed: 'once', ...trigger } });
}

/** Looks at hooks at one time after the other, and keeps the marks between. */
function follow() {
  const marks = new Map<string, unknown>();
  const keep = (given: object): void => {
    for (const [name, mark] of Object.entries(given)) {
      if (mark === null) marks.delete(name);
      else marks.set(name, mark);
    }
  };
  return {
    marks,
    look(hooks: readonly KnownHook[], time: string): ScheduledEvents {
      const found = findScheduledEvents(hooks, { marks, now: Date.parse(time), findNextRun });
      for (const event of found.events) keep(event.marks);
      keep(found.marks);
      return found;
    },
  };
}

function valuesOf({ events }: ScheduledEvents): readonly unknown[] {
  return events.map(({ event }) => event.values);
}

describe('findScheduledEvents', () => {
  it('enters nothing for the past of a schedule that it sees first', () => {
    const { look, marks } = follow();
    const found = look([scheduled('a')], '2026-01-01T10:30:00Z');
    expect(found).toMatchObject({ events: [], next: Date.parse('2026-01-01T11:00:00Z') });
    expect(Object.fromEntries(marks)).toEqual({
      'schedule:a': { cron: '0 * * * *', at: Date.parse('2026-01-01T10:30:00Z') },
    });
  });

  it('enters each time once, for the hook that it belongs to', () => {
    const { look } = follow();
    const hooks = [scheduled('a'), scheduled('b'), scheduled('c', { cron: '0 0 * * *' })];
    look(hooks, '2026-01-01T10:30:00Z');
    const found = look(hooks, '2026-01-01T11:00:00.003Z');
    expect(found.events.map(({ event }) => event)).toEqual([
      {
        name: 'schedule',
        values: { hook: 'a', scheduled: '2026-01-01T11:00:00.000Z', missed: 0 },
        id: 'schedule-a-2026-01-01T11:00:00.000Z-99859f8a',
      },
      {
        name: 'schedule',
        values: { hook: 'b', scheduled: '2026-01-01T11:00:00.000Z', missed: 0 },
        id: 'schedule-b-2026-01-01T11:00:00.000Z-99859f8a',
      },
    ]);
    expect(look(hooks, '2026-01-01T11:00:00.003Z')).toEqual({
      events: [],
      marks: {},
      next: Date.parse('2026-01-01T12:00:00Z'),
    });
  });

  it('says nothing new while nothing is due', () => {
    const { look } = follow();
    look([scheduled('a')], '2026-01-01T10:30:00Z');
    expect(look([scheduled('a')], '2026-01-01T10:59:59.999Z')).toEqual({
      events: [],
      marks: {},
      next: Date.parse('2026-01-01T11:00:00Z'),
    });
  });

  it('enters one event for all times that were missed, and says how many', () => {
    const { look } = follow();
    look([scheduled('a')], '2026-01-01T10:30:00Z');
    const found = look([scheduled('a')], '2026-01-02T10:30:00Z');
    expect(valuesOf(found)).toEqual([{ hook: 'a', scheduled: '2026-01-02T10:00:00.000Z', missed: 23 }]);
    expect(found.next).toBe(Date.parse('2026-01-02T11:00:00Z'));
  });

  it('counts no further than to a thousand, and is quick about years', () => {
    const { look } = follow();
    const hook = scheduled('a', { cron: '* * * * *', timeZone: 'Europe/Berlin' });
    look([hook], '2016-01-01T00:00:30Z');
    const found = look([hook], '2026-01-01T00:00:30Z');
    expect(valuesOf(found)).toEqual([{ hook: 'a', scheduled: '2026-01-01T00:00:00.000Z', missed: 1000 }]);
  });

  it('leaves out what was missed where it is told to, unless it is on time', () => {
    const { look } = follow();
    const hook = scheduled('a', { missed: 'skip' });
    look([hook], '2026-01-01T10:30:00Z');
    expect(look([hook], '2026-01-01T12:01:01Z')).toMatchObject({
      events: [],
      marks: { 'schedule:a': { at: Date.parse('2026-01-01T12:00:00Z') } },
      next: Date.parse('2026-01-01T13:00:00Z'),
    });
    expect(look([hook], '2026-01-01T12:01:01Z').marks).toEqual({});
    const late = look([hook], '2026-01-01T15:00:59Z');
    expect(valuesOf(late)).toEqual([{ hook: 'a', scheduled: '2026-01-01T15:00:00.000Z', missed: 0 }]);
  });

  it.each<[string, Partial<Trigger>]>([
    ['expression', { cron: '30 * * * *' }],
    ['time zone', { timeZone: 'Asia/Kolkata' }],
  ])('begins anew where the %s changed', (_, trigger) => {
    const { look } = follow();
    look([scheduled('a')], '2026-01-01T10:45:00Z');
    expect(look([scheduled('a', trigger)], '2026-01-02T10:45:00Z')).toMatchObject({
      events: [],
      marks: { 'schedule:a': { at: Date.parse('2026-01-02T10:45:00Z') } },
    });
  });

  it('forgets hooks that are gone, disabled or wait for something else, and begins anew with them', () => {
    const { look, marks } = follow();
    const all = [scheduled('a'), scheduled('b'), scheduled('c')];
    marks.set('file:schedule:a', 1);
    look(all, '2026-01-01T10:45:00Z');
    const other = exampleHook({ id: 'c', trigger: { event: 'manual' } });
    expect(look([scheduled('b', {}, false), other], '2026-01-01T12:45:00Z')).toEqual({
      events: [],
      marks: { 'schedule:a': null, 'schedule:b': null, 'schedule:c': null },
    });
    expect([...marks.keys()]).toEqual(['file:schedule:a']);
    expect(look(all, '2026-01-01T14:45:00Z').events).toEqual([]);
  });

  it('runs nothing twice where the clock is put back a little, and goes by it where it was wrong', () => {
    const { look } = follow();
    look([scheduled('a')], '2026-01-01T10:45:00Z');
    expect(look([scheduled('a')], '2026-01-01T11:00:00Z').events).toHaveLength(1);
    expect(look([scheduled('a')], '2026-01-01T09:30:00Z').events).toEqual([]);
    expect(look([scheduled('a')], '2026-01-01T11:00:01Z').events).toEqual([]);
    expect(look([scheduled('a')], '2026-01-01T12:00:00Z').events).toHaveLength(1);
    expect(look([scheduled('a')], '2025-01-01T09:30:00Z').next).toBe(Date.parse('2025-01-01T10:00:00Z'));
    expect(look([scheduled('a')], '2025-01-01T10:00:00Z').events).toHaveLength(1);
  });

  it.each([null, 1, 'x', [], {}, { cron: '0 * * * *' }, { at: 5 }, { cron: 1, at: 1 }, { cron: '0 * * * *', at: '1' }])(
    'begins anew where it does not understand a mark: %j',
    (mark) => {
      const { look, marks } = follow();
      marks.set('schedule:a', mark);
      const found = look([scheduled('a')], '2026-01-01T10:45:00Z');
      expect(found).toMatchObject({ events: [], marks: { 'schedule:a': { at: Date.parse('2026-01-01T10:45:00Z') } } });
    },
  );

  it('has no next time where there is no schedule', () => {
    expect(follow().look([exampleHook()], '2026-01-01T10:45:00Z')).toEqual({ events: [], marks: {} });
  });
});

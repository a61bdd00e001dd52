import { findDueSlowly, listMinutes, runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFindNextRun } from './create-find-next-run.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const YEAR = 2026;
const DAY_MS = 86_400_000;
const find = createFindNextRun('UTC');

/** Every time of a schedule in a part of time, without the end. */
function listDue(cron: string, timeZone: string, [from, to]: readonly [number, number]): readonly number[] {
  const due: number[] = [];
  for (let at = find({ cron, timeZone }, from - 1); at !== undefined && at < to; at = find({ cron, timeZone }, at)) {
    due.push(at);
  }
  return due;
}

function toTexts(times: readonly number[]): readonly string[] {
  return times.map((at) => new Date(at).toISOString().slice(0, 16));
}

/** Around one change of the clocks. */
function around(day: string): readonly [number, number] {
  const start = Date.parse(`${day}T00:00Z`);
  return [start - DAY_MS / 2, start + 1.5 * DAY_MS];
}

describe.each(ZONES.slice(0, runs(ZONES.length, 1)))('a year in %s', (timeZone) => {
  const minutes = listMinutes(YEAR, timeZone);
  const year = [Date.UTC(YEAR, 0, 1), Date.UTC(YEAR + 1, 0, 1)] as const;

  it.each([
    '30 2 * * *',
    '0,15,30,45 1-3 * * *',
    '59 23 31 * *',
    '0 2 1-7 * 0',
    '*/10 2 * * *',
    '15 * * * *',
    '0 */2 * * *',
    '* 1-2 * 3,4,10,11 0',
    '*/7 */5 */3 * *',
  ])('has the runs that somebody who looks at every minute finds: %s', (cron) => {
    expect(listDue(cron, timeZone, year)).toEqual(findDueSlowly(cron, minutes));
  });

  it('is the same from wherever one looks', () => {
    const due = findDueSlowly('0,30 1,2 * * *', minutes);
    // Most looks fall between the same two runs, so they are taken near those around a change.
    const at = fc.tuple(fc.constantFrom(...due), fc.integer({ min: -4 * 3_600_000, max: 4 * 3_600_000 }));
    fc.assert(
      fc.property(at, ([one, distance]) => {
        const from = Math.min(Math.max(one + distance, year[0]), year[1] - 2 * DAY_MS);
        expect(find({ cron: '0,30 1,2 * * *', timeZone }, from)).toBe(due.find((each) => each > from));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a day on which clocks change', () => {
  it.each([
    ['30 2 * * *', ['2026-03-28T01:30', '2026-03-29T01:00']],
    ['0,30 2 * * *', ['2026-03-28T01:00', '2026-03-28T01:30', '2026-03-29T01:00']],
    ['0 2,3 * * *', ['2026-03-28T01:00', '2026-03-28T02:00', '2026-03-29T01:00']],
    ['*/30 2 * * *', ['2026-03-28T01:00', '2026-03-28T01:30']],
  ])('runs what is left out in spring at the change, if it has a fixed time: %s', (cron, expected) => {
    const [, to] = around('2026-03-29');
    expect(toTexts(listDue(cron, 'Europe/Berlin', [Date.parse('2026-03-28T00:00Z'), to - DAY_MS / 2]))).toEqual(
      expected,
    );
  });

  it.each([
    ['30 2 * * *', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['30 * * * *', 36],
    [
      '*/30 2 * * *',
      [
        '2026-10-25T00:00',
        '2026-10-25T00:30',
        '2026-10-25T01:00',
        '2026-10-25T01:30',
        '2026-10-26T01:00',
        '2026-10-26T01:30',
      ],
    ],
  ])('runs what comes twice in autumn once, if it has a fixed time: %s', (cron, expected) => {
    const due = listDue(cron, 'Europe/Berlin', [Date.parse('2026-10-25T00:00Z'), Date.parse('2026-10-26T12:00Z')]);
    expect(typeof expected === 'number' ? due.length : toTexts(due)).toEqual(expected);
  });

  it('can be half an hour longer or shorter', () => {
    const spring = listDue('15 2 * * *', 'Australia/Lord_Howe', around('2026-10-03'));
    expect(toTexts(spring)).toEqual(['2026-10-02T15:45', '2026-10-03T15:30']);
    const autumn = listDue('45 1 * * *', 'Australia/Lord_Howe', around('2026-04-04'));
    expect(toTexts(autumn)).toEqual(['2026-04-03T14:45', '2026-04-04T14:45']);
  });

  it('can be left out as a whole, as in Samoa in 2011', () => {
    const due = listDue('0 12 * * *', 'Pacific/Apia', [
      Date.parse('2011-12-29T00:00Z'),
      Date.parse('2012-01-01T00:00Z'),
    ]);
    expect(toTexts(due)).toEqual(['2011-12-29T22:00', '2011-12-30T10:00', '2011-12-30T22:00', '2011-12-31T22:00']);
  });
});

describe('a schedule that is rarely due', () => {
  it.each([
    ['@yearly', '2027-01-01T00:00'],
    ['0 0 29 2 *', '2028-02-29T00:00'],
    ['0 0 29 2 */7', '2032-02-29T00:00'],
  ])('is found: %s', (cron, expected) => {
    expect(toTexts([find({ cron, timeZone: 'UTC' }, Date.UTC(2026, 5, 1)) ?? 0])).toEqual([expected]);
  });

  it('is found over a leap year that is none', () => {
    expect(toTexts([find({ cron: '0 0 29 2 *', timeZone: 'UTC' }, Date.UTC(2096, 5, 1)) ?? 0])).toEqual([
      '2104-02-29T00:00',
    ]);
  });

  it('is never where the expression or the zone cannot be read, or there is no such day', () => {
    expect(find({ cron: '0 0 30 2 *' }, 0)).toBeUndefined();
    expect(find({ cron: 'x' }, 0)).toBeUndefined();
    expect(find({ cron: '@daily', timeZone: 'x' }, 0)).toBeUndefined();
    expect(find({}, 0)).toBeUndefined();
  });
});

it('goes by UTC where the zone of the machine is not known', () => {
  expect(createFindNextRun('Etc/Unknown')({ cron: '0 5 * * *' }, 0)).toBe(5 * 3_600_000);
});

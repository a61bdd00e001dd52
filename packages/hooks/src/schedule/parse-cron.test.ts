import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCron, checkTimeZone } from './check-schedule.ts';
import { parseCron, type Cron } from './parse-cron.ts';

function parse(text: string): Cron {
  const parsed = parseCron(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.cron;
}

const RANGES = { minutes: [0, 59], hours: [0, 23], days: [1, 31], months: [1, 12], weekdays: [0, 6] } as const;

function upTo([from, to]: readonly [number, number], step = 1): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((_, index) => index % step === 0);
}

/** A field of an expression, and the numbers that it means. */
function fieldOf([min, max]: readonly [number, number]): fc.Arbitrary<{ text: string; values: number[] }> {
  const pair = fc.tuple(fc.integer({ min, max }), fc.integer({ min, max }));
  const item = fc.oneof(
    fc.constant({ text: '*', values: upTo([min, max]) }),
    fc.integer({ min: 1, max }).map((step) => ({ text: `*/${step}`, values: upTo([min, max], step) })),
    fc.integer({ min, max }).map((value) => ({ text: String(value), values: [value] })),
    fc.tuple(pair, fc.integer({ min: 1, max })).map(([[one, other], step]) => {
      const range = [Math.min(one, other), Math.max(one, other)] as const;
      return { text: `${range.join('-')}/${step}`, values: upTo(range, step) };
    }),
  );
  return fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => ({
    text: items.map(({ text }) => text).join(','),
    values: [...new Set(items.flatMap(({ values }) => values))].toSorted((left, right) => left - right),
  }));
}

describe('parseCron', () => {
  it('reads numbers, ranges, steps and lists of them', () => {
    const fields = fc.tuple(
      fieldOf(RANGES.minutes),
      fieldOf(RANGES.hours),
      fieldOf(RANGES.days),
      fieldOf(RANGES.months),
      fieldOf(RANGES.weekdays),
    );
    fc.assert(
      fc.property(fields, ([minute, hour, day, month, weekday]) => {
        const cron = parse([minute, hour, day, month, weekday].map(({ text }) => text).join(' '));
        expect(cron.minutes).toEqual(minute.values);
        expect(cron.hours).toEqual(hour.values);
        expect([...cron.days]).toEqual(day.values);
        expect([...cron.months]).toEqual(month.values);
        expect([...cron.weekdays]).toEqual(weekday.values);
        expect(cron.isEitherDay).toBe(!day.text.startsWith('*') && !weekday.text.startsWith('*'));
        expect(cron.isFixed).toBe(!minute.text.startsWith('*') && !hour.text.startsWith('*'));
      }),
    );
  });

  it.each([
    ['0 0 * jan,Dec MON-fri', { months: [1, 12], weekdays: [1, 2, 3, 4, 5] }],
    ['0 0 * 2-APR 7', { months: [2, 3, 4], weekdays: [0] }],
    ['0 0 * * FRI-SUN', { weekdays: [5, 6, 0] }],
    ['0 0 * * SUN-TUE', { weekdays: [0, 1, 2] }],
    ['0 0 * * 0-7', { weekdays: [0, 1, 2, 3, 4, 5, 6] }],
    ['\t 0  0 * * sun ', { weekdays: [0] }],
  ])('knows the names of months and days: %s', (text, expected) => {
    const { months, weekdays } = parse(text);
    expect({ months: [...months], weekdays: [...weekdays] }).toMatchObject(expected);
  });

  it.each([
    ['@hourly', '0 * * * *'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
    ['@ANNUALLY', '0 0 1 1 *'],
  ])('reads %s as %s', (short, long) => {
    expect(parse(short)).toEqual(parse(long));
  });

  it('never throws, whatever the text is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => void parseCron(text)));
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('0159*/-,@ aJN')), maxLength: 30 });
    fc.assert(fc.property(letters, (text) => void parseCron(text)));
    for (const text of ['constructor', '@constructor', '__proto__', '@__proto__', '1e3 * * * *', '９ * * * *']) {
      expect(parseCron(text)).toHaveProperty('problem');
    }
  });
});

describe('checkCron', () => {
  it.each(['* * * * *', '*/5 8-18 * * MON-FRI', '0 0 29 2 *', '0 0 29 2 */7', '0 0 31 2 MON', '@yearly'])(
    'has nothing against %s',
    (text) => {
      expect(checkCron(text)).toBeUndefined();
    },
  );

  it.each([
    ['* * *', 'cron "* * *": has 3 fields instead of 5: minute, hour, day of month, month and day of week.'],
    [' ', 'cron " ": has 0 fields instead of 5: minute, hour, day of month, month and day of week.'],
    [
      '0 * * * * *',
      'cron "0 * * * * *": has 6 fields instead of 5: minute, hour, day of month, month and day of week. There is none for seconds.',
    ],
    ['60 * * * *', 'cron "60 * * * *": minute "60" is not 0 to 59'],
    ['* 24 * * *', 'cron "* 24 * * *": hour "24" is not 0 to 23'],
    ['* * 0 * *', 'cron "* * 0 * *": day of month "0" is not 1 to 31'],
    ['* * * 13 *', 'cron "* * * 13 *": month "13" is not 1 to 12 or JAN to DEC'],
    ['* * * jann *', 'cron "* * * jann *": month "jann" is not 1 to 12 or JAN to DEC; did you mean "JAN"?'],
    ['* * * * 8', 'cron "* * * * 8": day of week "8" is not 0 to 7 or SUN to SAT'],
    ['0 0 ? * *', 'cron "0 0 ? * *": day of month "?" is not 1 to 31'],
    ['0 0 L * *', 'cron "0 0 L * *": day of month "L" is not 1 to 31'],
    ['0 0 * * 5#2', 'cron "0 0 * * 5#2": day of week "5#2" is not 0 to 7 or SUN to SAT'],
    ['-1 * * * *', 'cron "-1 * * * *": minute "" is not 0 to 59'],
    ['1,,2 * * * *', 'cron "1,,2 * * * *": minute "" is neither a number, a range such as "1-5", nor "*"'],
    ['1-2-3 * * * *', 'cron "1-2-3 * * * *": minute "1-2-3" is neither a number, a range such as "1-5", nor "*"'],
    ['* 18-8 * * *', 'cron "* 18-8 * * *": hour "18-8" ends before it begins'],
    ['5/15 * * * *', 'cron "5/15 * * * *": minute "5/15" has a step without a range; write "5-59/15"'],
    ['*/0 * * * *', 'cron "*/0 * * * *": minute "*/0" has the step "0", which is not 1 to 59'],
    ['*/90 * * * *', 'cron "*/90 * * * *": minute "*/90" has the step "90", which is not 1 to 59'],
    ['*/ * * * *', 'cron "*/ * * * *": minute "*/" has the step "", which is not 1 to 59'],
    ['@dayly', 'cron "@dayly": "@dayly" is not known; did you mean "@daily"?'],
    [
      '@reboot',
      'cron "@reboot": "@reboot" is not known; use @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually or five fields',
    ],
    ['0 0 30 2 *', 'cron "0 0 30 2 *" never matches, because its months have no such day'],
    ['0 0 31 4,6,9,11 *', 'cron "0 0 31 4,6,9,11 *" never matches, because its months have no such day'],
  ])('says what is wrong with %j', (text, message) => {
    expect(checkCron(text)).toBe(message);
  });
});

describe('checkTimeZone', () => {
  it.each(['Europe/Berlin', 'UTC', 'Etc/UTC', 'australia/lord_howe'])('knows %s', (name) => {
    expect(checkTimeZone(name)).toBeUndefined();
  });

  it.each([
    ['Europe/Berln', 'Unknown time zone "Europe/Berln"; did you mean "Europe/Berlin"?'],
    ['the moon', 'Unknown time zone "the moon"; use a name such as "Europe/Berlin" or "UTC"'],
    ['../../etc/passwd', 'Unknown time zone "../../etc/passwd"; use a name such as "Europe/Berlin" or "UTC"'],
  ])('refuses %s', (name, message) => {
    expect(checkTimeZone(name)).toBe(message);
  });
});

import { findNearest } from '@toolyard/core';

/** The times that an expression names, as a clock on the wall shows them; each list is in order. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  /** 1 is January. */
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Both the day of the month and the day of the week are restricted, and a day needs to be only one of them. */
  readonly isEitherDay: boolean;
  /** Neither the minutes nor the hours begin with `*`: each time runs once, also on a day when clocks change. */
  readonly isFixed: boolean;
}

/** What an expression means, or what is wrong with it, to be read after its name: `minute "60" …`. */
export type ParsedCron = { readonly cron: Cron } | { readonly problem: string };

interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Words for the numbers from `min` on. */
  readonly words?: readonly string[];
}

const MINUTE: CronField = { name: 'minute', min: 0, max: 59 };
const HOUR: CronField = { name: 'hour', min: 0, max: 23 };
const DAY: CronField = { name: 'day of month', min: 1, max: 31 };
const MONTH: CronField = {
  name: 'month',
  min: 1,
  max: 12,
  words: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
};
const WEEKDAY: CronField = {
  name: 'day of week',
  min: 0,
  max: 7,
  words: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
};

const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** Reads a cron expression of five fields, or one of the short forms such as `@daily`. */
export function parseCron(text: string): ParsedCron {
  const written = text.trim();
  const expression = written.startsWith('@') ? NICKNAMES[written.toLowerCase()] : written;
  if (expression === undefined) return { problem: explainNickname(written) };
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = expression.split(/\s+/);
  if (weekday === '' || more.length > 0) return { problem: explainCount(expression) };
  const problems: string[] = [];
  const read = (field: CronField, part: string): readonly number[] => {
    const values = readField(field, part);
    if (typeof values !== 'string') return values;
    problems.push(values);
    return [];
  };
  const cron: Cron = {
    minutes: read(MINUTE, minute),
    hours: read(HOUR, hour),
    days: new Set(read(DAY, day)),
    months: new Set(read(MONTH, month)),
    weekdays: new Set(read(WEEKDAY, weekday).map((value) => value % 7)),
    isEitherDay: !day.startsWith('*') && !weekday.startsWith('*'),
    isFixed: !minute.startsWith('*') && !hour.startsWith('*'),
  };
  const [problem] = problems;
  return problem === undefined ? { cron } : { problem };
}

/** The numbers of a field in order, or what is wrong with it. */
function readField(field: CronField, text: string): readonly number[] | string {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const range = readItem(field, item);
    if (typeof range === 'string') return range;
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }
  return [...values].toSorted((left, right) => left - right);
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Reads `5`, `MON`, `1-5`, `*` and, for the last two, a step such as `0-30/5`. */
function readItem(field: CronField, item: string): Range | string {
  const [base = '', step, ...more] = item.split('/');
  if (more.length > 0) return explainItem(field, item);
  const range = base === '*' ? { from: field.min, to: lastOf(field) } : readRange(field, base);
  if (typeof range === 'string') return range;
  if (step === undefined) return { ...range, step: 1 };
  if (base !== '*' && !base.includes('-')) {
    return `${field.name} ${JSON.stringify(item)} has a step without a range; write "${base}-${field.max}/${step}"`;
  }
  const size = /^\d{1,2}$/.test(step) ? Number(step) : 0;
  if (size >= 1 && size <= field.max) return { ...range, step: size };
  return `${field.name} ${JSON.stringify(item)} has the step ${JSON.stringify(step)}, which is not 1 to ${field.max}`;
}

function readRange(field: CronField, text: string): Omit<Range, 'step'> | string {
  const [first = '', last = first, ...more] = text.split('-');
  if (text === '' || more.length > 0) return explainItem(field, text);
  const from = toNumber(field, first);
  if (from === undefined) return explainValue(field, first);
  const to = toEnd(field, last, from);
  if (to === undefined) return explainValue(field, last);
  return from > to ? `${field.name} ${JSON.stringify(text)} ends before it begins` : { from, to };
}

/** Sunday is there twice. */
function lastOf(field: CronField): number {
  return field === WEEKDAY ? 6 : field.max;
}

/** The week of `FRI-SUN` ends with Sunday, and that of `SUN-TUE` begins with it. */
function toEnd(field: CronField, text: string, from: number): number | undefined {
  const value = toNumber(field, text);
  return field === WEEKDAY && value === 0 && from > 0 ? 7 : value;
}

function toNumber({ words = [], min, max }: CronField, text: string): number | undefined {
  const word = words.indexOf(text.toUpperCase());
  if (word >= 0) return min + word;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

function explainItem({ name }: CronField, text: string): string {
  return `${name} ${JSON.stringify(text)} is neither a number, a range such as "1-5", nor "*"`;
}

function explainValue({ name, min, max, words }: CronField, text: string): string {
  const nearest = findNearest(text.toUpperCase(), words ?? []);
  const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  const known = words === undefined ? '' : ` or ${words[0]} to ${words.at(-1)}`;
  return `${name} ${JSON.stringify(text)} is not ${min} to ${max}${known}${advice}`;
}

function explainCount(expression: string): string {
  const count = expression === '' ? 0 : expression.split(/\s+/).length;
  const seconds = count === 6 ? ' There is none for seconds.' : '';
  const fields = [MINUTE, HOUR, DAY, MONTH].map(({ name }) => name).join(', ');
  return `has ${count} ${count === 1 ? 'field' : 'fields'} instead of 5: ${fields} and ${WEEKDAY.name}.${seconds}`;
}

function explainNickname(text: string): string {
  const known = Object.keys(NICKNAMES);
  const nearest = findNearest(text, known);
  const advice = nearest === undefined ? `use ${known.join(', ')} or five fields` : `did you mean "${nearest}"?`;
  return `${JSON.stringify(text)} is not known; ${advice}`;
}

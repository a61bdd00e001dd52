import type { TextFormat } from './elicitation.ts';

const CHECKS: Readonly<Record<TextFormat, { readonly is: (text: string) => boolean; readonly problem: string }>> = {
  // What an address is only its mail server knows; this finds what was typed in the wrong field.
  email: { is: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text), problem: 'must be an email address' },
  uri: { is: (text) => !/\s/.test(text) && URL.canParse(text), problem: 'must be a URL, such as https://example.com/' },
  date: { is: isDate, problem: 'must be a date, such as 2026-01-31' },
  'date-time': { is: isDateTime, problem: 'must be a date and time, such as 2026-01-31T12:00:00Z' },
};

/** What is wrong with a text that has to have a format; `undefined` where nothing is. */
export function checkFormat(format: TextFormat, text: string): string | undefined {
  const { is, problem } = CHECKS[format];
  return is(text) ? undefined : problem;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return isLeap ? 29 : 28;
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.split(/[Tt]/);
  return isDate(date) && /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(time);
}

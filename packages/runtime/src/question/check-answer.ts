import { createPattern } from '../call/arguments/create-pattern.ts';
import type { ChoicesField, FormField, NumberField, TextField, TextFormat } from './elicitation.ts';

/** What is wrong with the value of a field, to be read after its title; `undefined` where nothing is. */
export function checkAnswer(field: FormField, value: unknown): string | undefined {
  if (value === undefined) return field.required ? 'is required' : undefined;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? checkText(field, value) : 'must be text';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? checkNumber(field, value) : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be yes or no';
    case 'choice':
      return field.choices.some((choice) => choice.value === value) ? undefined : 'must be one of the choices';
    case 'choices':
      return Array.isArray(value) ? checkChoices(field, value) : 'must be a list of choices';
    default:
      return field satisfies never;
  }
}

function checkText(
  { minLength = 0, maxLength = Infinity, pattern, format }: TextField,
  text: string,
): string | undefined {
  // Lengths count characters, not the halves that some of them are stored in.
  const { length } = Array.from(text);
  if (length < minLength) return `must have at least ${count(minLength, 'character')}`;
  if (length > maxLength) return `must have at most ${count(maxLength, 'character')}`;
  if (pattern !== undefined && createPattern(pattern)?.test(text) === false) return `must match ${pattern}`;
  return format === undefined ? undefined : checkFormat(format, text);
}

function checkNumber(
  { isInteger, minimum = -Infinity, maximum = Infinity }: NumberField,
  number: number,
): string | undefined {
  if (isInteger && !Number.isInteger(number)) return 'must be a whole number';
  if (number < minimum) return `must be at least ${minimum}`;
  return number > maximum ? `must be at most ${maximum}` : undefined;
}

function checkChoices(
  { choices, minItems = 0, maxItems = Infinity }: ChoicesField,
  values: readonly unknown[],
): string | undefined {
  if (!values.every((value) => choices.some((choice) => choice.value === value)))
    return 'must contain only the given choices';
  if (new Set(values).size < values.length) return 'must not repeat a choice';
  if (values.length < minItems) return `must have at least ${count(minItems, 'choice')}`;
  return values.length > maxItems ? `must have at most ${count(maxItems, 'choice')}` : undefined;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const FORMAT_CHECKS: Readonly<
  Record<TextFormat, { readonly is: (text: string) => boolean; readonly problem: string }>
> = {
  // What an address is only its mail server knows; this finds what was typed in the wrong field.
  email: { is: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text), problem: 'must be an email address' },
  uri: { is: (text) => !/\s/.test(text) && URL.canParse(text), problem: 'must be a URL, such as https://example.com/' },
  date: { is: isDate, problem: 'must be a date, such as 2026-01-31' },
  'date-time': { is: isDateTime, problem: 'must be a date and time, such as 2026-01-31T12:00:00Z' },
};

/** What is wrong with a text that has to have a format; `undefined` where nothing is. */
function checkFormat(format: TextFormat, text: string): string | undefined {
  const { is, problem } = FORMAT_CHECKS[format];
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

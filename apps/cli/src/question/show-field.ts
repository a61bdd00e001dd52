import { toLine } from '@toolyard/core';
import { isNumbered, type FormField } from '@toolyard/runtime';

const FORMATS = {
  email: 'email address',
  uri: 'URL',
  date: 'date, as 2026-01-31',
  'date-time': 'date and time, as 2026-01-31T12:00:00Z',
} as const;

/** What may be typed for a field: `required, whole number, 0 to 120`. */
export function describeField(field: FormField): string {
  const kind = describeKind(field).filter((part) => part !== '');
  return [field.required ? 'required' : 'optional', ...kind].join(', ');
}

/** The choices of a field, a line each. */
export function listChoices(field: FormField): string[] {
  if (field.kind !== 'choice' && field.kind !== 'choices') return [];
  const numbered = isNumbered(field.choices);
  return field.choices.map(({ title }, index) => `  ${numbered ? `${index + 1})` : '-'} ${toLine(title)}`);
}

/** A value as people know it, in one line. */
export function showValue(field: FormField, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => showValue(field, one)).join(', ');
  const choices = field.kind === 'choice' || field.kind === 'choices' ? field.choices : [];
  return toLine(choices.find((choice) => choice.value === value)?.title ?? String(value));
}

function describeKind(field: FormField): string[] {
  switch (field.kind) {
    case 'text':
      return [
        field.format === undefined ? 'text' : FORMATS[field.format],
        describeRange(field.minLength, field.maxLength, ' characters'),
      ];
    case 'number':
      return [field.isInteger ? 'whole number' : 'number', describeRange(field.minimum, field.maximum)];
    case 'boolean':
      return ['yes or no'];
    case 'choice':
      return [isNumbered(field.choices) ? 'number of your choice' : 'your choice'];
    case 'choices':
      return [
        `${isNumbered(field.choices) ? 'numbers of your choices' : 'your choices'} with commas`,
        describeRange(field.minItems, field.maxItems, ' of them'),
      ];
    default:
      return field satisfies never;
  }
}

function describeRange(least: number | undefined, most: number | undefined, of = ''): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${of}`;
  if (least !== undefined) return `at least ${least}${of}`;
  return most === undefined ? '' : `at most ${most}${of}`;
}

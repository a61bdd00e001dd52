import type { FormField } from './elicitation.ts';

const FORMATS = {
  email: 'email address',
  uri: 'URL',
  date: 'date, as 2026-01-31',
  'date-time': 'date and time, as 2026-01-31T12:00:00Z',
} as const;

/** What the values of a field are limited to, in words: `whole number`, `0 to 120`; empty where anything of its kind will do. */
export function describeLimits(field: FormField): readonly string[] {
  switch (field.kind) {
    case 'text':
      return [
        ...(field.format === undefined ? [] : [FORMATS[field.format]]),
        ...describeRange(field.minLength, field.maxLength, (last) => (last === 1 ? ' character' : ' characters')),
      ];
    case 'number':
      return [field.isInteger ? 'whole number' : 'number', ...describeRange(field.minimum, field.maximum)];
    case 'choices':
      return describeRange(field.minItems, field.maxItems, () => ' of them');
    case 'boolean':
    case 'choice':
      return [];
    default:
      return field satisfies never;
  }
}

function describeRange(
  least: number | undefined,
  most: number | undefined,
  toUnit: (last: number) => string = () => '',
): readonly string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${toUnit(most)}`];
  if (least !== undefined) return [`at least ${least}${toUnit(least)}`];
  return most === undefined ? [] : [`at most ${most}${toUnit(most)}`];
}

import { toLine } from '@toolyard/core';
import { describeLimits, isNumbered, type FormField } from '@toolyard/runtime';

/** What may be typed for a field: `required, whole number, 0 to 120`. */
export function describeField(field: FormField): string {
  return [field.required ? 'required' : 'optional', ...describeKind(field), ...describeLimits(field)].join(', ');
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

/** What its limits do not say already. */
function describeKind(field: FormField): string[] {
  switch (field.kind) {
    case 'text':
      return field.format === undefined ? ['text'] : [];
    case 'number':
      return [];
    case 'boolean':
      return ['yes or no'];
    case 'choice':
      return [isNumbered(field.choices) ? 'number of your choice' : 'your choice'];
    case 'choices':
      return [`${isNumbered(field.choices) ? 'numbers of your choices' : 'your choices'} with commas`];
    default:
      return field satisfies never;
  }
}

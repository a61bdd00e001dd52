import { createPattern } from '../call/arguments/create-pattern.ts';
import { checkFormat } from './check-format.ts';
import type { ChoicesField, FormField, NumberField, TextField } from './elicitation.ts';

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

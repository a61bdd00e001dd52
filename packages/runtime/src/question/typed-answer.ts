import { checkAnswer } from './check-answer.ts';
import type { Choice, FormField } from './elicitation.ts';

/** What was typed, as a value of the field; `undefined` where an optional field was left out. */
export type TypedAnswer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly message: string };

/** Reads what a person typed for a field and checks it; nothing typed means the preset, or that it is left out. */
export function readTypedAnswer(field: FormField, typed: string): TypedAnswer {
  const value = typed.trim() === '' ? valueOfNothing(field) : readTyped(field, typed);
  const problem = checkAnswer(field, value);
  return problem === undefined ? { kind: 'value', value } : { kind: 'problem', message: problem };
}

/** Whether choices can be told by their numbers; not where a number could also be meant as one of them. */
export function isNumbered(choices: readonly Choice[]): boolean {
  return !choices.some(({ value, title }) => /^[\d\s,]*$/.test(value) || /^[\d\s,]*$/.test(title));
}

function valueOfNothing(field: FormField): unknown {
  return field.preset ?? (field.kind === 'choices' && field.required ? [] : undefined);
}

/** What cannot be read stays text, which the check then refuses. */
function readTyped(field: FormField, typed: string): unknown {
  const text = typed.trim();
  switch (field.kind) {
    case 'text':
      return field.format === undefined ? typed : text;
    case 'number':
      return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case 'boolean':
      return readBoolean(text);
    case 'choice':
      return readChoice(field.choices, text) ?? text;
    case 'choices':
      return readChoices(field.choices, text);
    default:
      return field satisfies never;
  }
}

function readBoolean(text: string): boolean | string {
  if (/^(y|yes|true)$/i.test(text)) return true;
  return /^(n|no|false)$/i.test(text) ? false : text;
}

function readChoices(choices: readonly Choice[], text: string): readonly string[] {
  const whole = readChoice(choices, text);
  if (whole !== undefined) return [whole];
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readChoice(choices, part) ?? part);
}

/** By its number, else by its title, which is what people see, else by its value; in any case where only one is meant. */
function readChoice(choices: readonly Choice[], text: string): string | undefined {
  if (isNumbered(choices) && /^\d+$/.test(text)) return choices[Number(text) - 1]?.value;
  const wanted = text.toLowerCase();
  return (
    findOnly(choices, ({ title }) => title.trim() === text) ??
    findOnly(choices, ({ value }) => value.trim() === text) ??
    findOnly(choices, ({ title, value }) => [title, value].some((name) => name.trim().toLowerCase() === wanted))
  );
}

function findOnly(choices: readonly Choice[], is: (choice: Choice) => boolean): string | undefined {
  const found = choices.filter(is);
  return found.length === 1 ? found[0]?.value : undefined;
}

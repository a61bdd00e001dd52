import { cutText } from '@toolyard/core';
import { describeSchemaField, type FieldInput, type SchemaField } from '@toolyard/host';
import type { FieldProblem, FieldValue, ShownField } from '../form/protocol.ts';

/** Longer descriptions are cut, in characters: servers write whole manuals. */
const MOST_ABOUT = 1000;

/** What a select has where nothing is chosen; no value of a schema is like it. */
const UNSET = '\u0000unset';

const FLAGS = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;

/** The control of one parameter, with what it holds. */
export function toParameterField(field: SchemaField, input: FieldInput, problem: string | undefined): ShownField {
  const about = [field.description ?? '', describeSchemaField({ ...field, required: false })].filter(
    (each) => each !== '',
  );
  const common = {
    key: field.name,
    label: field.title,
    ...(about.length > 0 && { about: cutText(about.join(' · '), MOST_ABOUT) }),
    isRequired: field.required,
    isReadOnly: false,
    problems: toProblems(field, problem),
  };
  switch (field.kind) {
    case 'boolean':
      return field.required || field.preset !== undefined
        ? { ...common, kind: 'flag', value: input === true }
        : { ...common, kind: 'choice', ...toSelect(FLAGS, typeof input === 'boolean' ? String(input) : undefined) };
    case 'choice': {
      const choices = field.choices.map(({ value, title }) => ({ value, label: title }));
      return { ...common, kind: 'choice', ...toSelect(choices, typeof input === 'string' ? input : undefined) };
    }
    default:
      return { ...common, ...toText(field, input) };
  }
}

function toProblems({ title }: SchemaField, problem: string | undefined): readonly FieldProblem[] {
  return problem === undefined ? [] : [{ severity: 'error', message: `${title} ${problem}.` }];
}

function toSelect(
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string | undefined,
): Pick<Extract<ShownField, { kind: 'choice' }>, 'choices' | 'value'> {
  return { choices: [{ value: UNSET, label: '(not set)' }, ...choices], value: value ?? UNSET };
}

function toText(
  field: Exclude<SchemaField, { kind: 'boolean' | 'choice' }>,
  input: FieldInput,
): Omit<Extract<ShownField, { kind: 'text' }>, 'key' | 'label' | 'isRequired' | 'isReadOnly' | 'problems'> {
  const isJson = field.kind === 'json';
  const isShort =
    field.kind === 'number' ||
    (field.kind === 'text' &&
      (field.format !== undefined || field.pattern !== undefined || field.maxLength !== undefined));
  const value = typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input);
  const isLong = !isShort || value.includes('\n');
  return {
    kind: 'text',
    value,
    isLong,
    input: field.kind === 'number' ? 'number' : 'text',
    isTemplate: false,
    ...(isLong && { box: isJson ? 'code' : 'text' }),
  };
}

/** What a parameter holds after a person changed its control. */
export function toInput(field: SchemaField, value: FieldValue): FieldInput {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value === UNSET) return undefined;
  return field.kind === 'boolean' ? value === 'true' : value;
}

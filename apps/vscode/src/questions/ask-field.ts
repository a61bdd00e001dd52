import { toVisibleLine } from '@toolyard/core';
import { BACK, isSecretField, readInput, type FieldInput, type FormQuestion } from '@toolyard/host';
import type { PickChoice } from '../ports/pick-choice.ts';
import type { StepOptions } from '../ports/step-dialogs.ts';
import type { QuestionEditor } from './question-editor.ts';

type FormField = FormQuestion['fields'][number];
type FieldOf<Kind extends FormField['kind']> = Extract<FormField, { readonly kind: Kind }>;

/** What is asked for one field. */
export interface AskedField extends StepOptions {
  /** What the field holds so far. */
  readonly input: FieldInput;
}

/** What a field holds from now on, wrapped, since it may be nothing; `BACK` and `undefined` as steps have it. */
export type GivenField = Promise<{ readonly input: FieldInput } | typeof BACK | undefined>;

/** Asks for the value of one field, by a list or a line of text; only what fits is taken. */
export async function askField(editor: QuestionEditor, field: FormField, asked: AskedField): GivenField {
  switch (field.kind) {
    case 'text':
    case 'number':
      return askTyped(editor, field, asked);
    case 'boolean':
      return askFlag(editor, field, asked);
    case 'choice':
      return askChoice(editor, field, asked);
    case 'choices':
      return askChoices(editor, field, asked);
    default:
      return field satisfies never;
  }
}

async function askTyped(
  editor: QuestionEditor,
  field: FieldOf<'text' | 'number'>,
  { input, prompt, ...options }: AskedField,
): GivenField {
  const typed = await editor.askText({
    ...options,
    prompt: [prompt, field.required ? '' : 'Leave it empty to leave it out.'].filter((text) => text !== '').join(' · '),
    isSecret: isSecretField(field),
    ...(typeof input === 'string' && { value: input }),
    validate: (text) => toSentence(field, text),
  });
  return typeof typed === 'string' ? { input: typed } : typed;
}

async function askFlag(editor: QuestionEditor, field: FieldOf<'boolean'>, asked: AskedField): GivenField {
  const choices = [
    { label: 'Yes', value: { input: true } },
    { label: 'No', value: { input: false } },
  ];
  return askListed(editor, field, choices, asked);
}

async function askChoice(editor: QuestionEditor, field: FieldOf<'choice'>, asked: AskedField): GivenField {
  const choices = field.choices.map(({ value, title }) => ({
    label: toVisibleLine(title),
    ...(title !== value && { description: toVisibleLine(value) }),
    value: { input: value },
  }));
  return askListed(editor, field, choices, asked);
}

async function askListed(
  editor: QuestionEditor,
  { required }: FormField,
  choices: readonly PickChoice<{ readonly input: FieldInput }>[],
  { input, ...options }: AskedField,
): GivenField {
  const active = choices.findIndex(({ value }) => value.input === input);
  const all = required ? choices : [...choices, { label: 'Leave it out', value: { input: undefined } }];
  return editor.askOne(all, { ...options, ...(active >= 0 && { active }) });
}

async function askChoices(
  editor: QuestionEditor,
  field: FieldOf<'choices'>,
  { input, ...options }: AskedField,
): GivenField {
  const chosen = Array.isArray(input) ? input.map(String) : [];
  const choices = field.choices.map(({ value, title }) => ({ label: toVisibleLine(title), value }));
  const validate = (values: readonly string[]): string | undefined => toSentence(field, values);
  const given = await editor.askMany(choices, { ...options, chosen, validate });
  return given === undefined || given === BACK ? given : { input: given };
}

function toSentence(field: FormField, input: FieldInput): string | undefined {
  const { problem } = readInput(field, input);
  return problem === undefined ? undefined : `${toVisibleLine(field.title)} ${problem}.`;
}

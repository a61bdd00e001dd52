import { cutText, toVisibleLine } from '@toolyard/core';
import {
  adviseOnForm,
  BACK,
  describeSchemaField,
  isSecretField,
  readInput,
  toInputs,
  warnOfSecret,
  type FieldInput,
  type FormQuestion,
} from '@toolyard/host';
import type { ElicitResult } from '@toolyard/runtime';
import { askField } from './ask-field.ts';
import type { QuestionEditor } from './question-editor.ts';
import { toQuestionTitle } from './to-question-title.ts';

/** A message that is longer is shown as a document too, in characters. */
const MOST_SHOWN = 120;

const CANCEL = { action: 'cancel' } as const;

/**
 * Asks what a server wants to know: first whether the person answers at all, so that a key which was meant for an editor answers nothing, then
 * each field. Leaving tells the server nothing, Decline tells it no.
 */
export async function askFields(
  editor: QuestionEditor,
  question: FormQuestion,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const { fields } = question;
  let inputs: Readonly<Record<string, FieldInput>> = toInputs(fields);
  for (let index = -1; ;) {
    const field = fields[index];
    if (index === -1) {
      const start = await askStart(editor, question, signal);
      if (start !== 'answer') return start === 'decline' ? { action: 'decline' } : CANCEL;
      index += 1;
    } else if (field === undefined) {
      return { action: 'accept', content: readAll(question, inputs) };
    } else {
      const given = await askField(editor, field, {
        input: inputs[field.name],
        title: `${toQuestionTitle(question)}: ${toVisibleLine(field.title)}`,
        prompt: describe(question, field),
        step: { number: index + 1, of: fields.length },
        signal,
      });
      if (given === undefined) return CANCEL;
      if (given !== BACK) inputs = { ...inputs, [field.name]: given.input };
      index += given === BACK ? -1 : 1;
    }
  }
}

/** What each step says of its field, or of all of them where there is nothing else to say; a secret is warned of where it would be typed. */
function describe({ message }: FormQuestion, field: FormQuestion['fields'][number]): string {
  const words = [
    cutText(toVisibleLine(field.description ?? message), MOST_SHOWN * 2),
    describeSchemaField(field),
    isSecretField(field) ? warnOfSecret(field.title) : '',
  ];
  return words.filter((each) => each !== '').join(' · ');
}

function readAll({ fields }: FormQuestion, inputs: Readonly<Record<string, FieldInput>>): Record<string, unknown> {
  const values = fields.map((field) => [field.name, readInput(field, inputs[field.name]).value] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

async function askStart(
  editor: QuestionEditor,
  question: FormQuestion,
  signal: AbortSignal,
): Promise<'answer' | 'decline' | undefined> {
  const { server, message, fields } = question;
  const count = fields.length === 1 ? '1 question' : `${fields.length} questions`;
  const isLong = message.length > MOST_SHOWN || message.includes('\n');
  const choices = [
    {
      label: fields.length === 0 ? 'Accept' : 'Answer',
      description: fields.length === 0 ? '' : count,
      detail: toVisibleLine(message),
      value: 'answer' as const,
    },
    { label: 'Decline', description: 'Tells the server no', value: 'decline' as const },
    ...(isLong ? [{ label: 'Show the Whole Message', value: 'show' as const }] : []),
  ];
  for (;;) {
    const chosen = await editor.askOne(choices, {
      title: toQuestionTitle(question),
      prompt: adviseOnForm(server),
      signal,
    });
    if (chosen !== 'show') return chosen === BACK ? undefined : chosen;
    await editor.showText({ title: toQuestionTitle(question), text: message });
  }
}

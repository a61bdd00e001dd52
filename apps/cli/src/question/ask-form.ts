import { toLine } from '@toolyard/core';
import { readTypedAnswer, type ElicitResult, type FormField } from '@toolyard/runtime';
import { DECLINE, type QuestionScreen } from './create-question-screen.ts';
import { describeField, listChoices, showValue } from './show-field.ts';

/** What a person types to leave out a field that has a preset. */
const SKIP = '/skip';

type Values = ReadonlyMap<string, unknown>;

/** Asks for each field in turn until its answer is right; several are shown once more before they are sent. */
export async function askForm(
  screen: QuestionScreen,
  server: string,
  fields: readonly FormField[],
): Promise<ElicitResult> {
  if (fields.length === 0) return askConsent(screen);
  let values: Values = new Map();
  for (;;) {
    const round = await askFields(screen, fields, values);
    if ('end' in round) return round.end;
    values = round.values;
    const review = fields.length === 1 ? true : await askReview(screen, server, { fields, values });
    if (review === true) return { action: 'accept', content: Object.fromEntries(values) };
    if (review !== false) return review;
  }
}

async function askConsent(screen: QuestionScreen): Promise<ElicitResult> {
  for (;;) {
    const answer = await screen.ask('Do you agree? [yes/no] ');
    if ('end' in answer) return answer.end;
    if (isYes(answer.typed)) return { action: 'accept', content: {} };
    if (isNo(answer.typed)) return { action: 'decline' };
    screen.line('Type yes or no.');
  }
}

async function askFields(
  screen: QuestionScreen,
  fields: readonly FormField[],
  before: Values,
): Promise<{ readonly values: Values } | { readonly end: ElicitResult }> {
  const values = new Map<string, unknown>();
  for (const field of fields) {
    showField(screen, field);
    const answer = await askField(screen, field, before.get(field.name) ?? field.preset);
    if ('end' in answer) return answer;
    if (answer.value !== undefined) values.set(field.name, answer.value);
  }
  return { values };
}

function showField(screen: QuestionScreen, field: FormField): void {
  screen.line(`${screen.paint('strong', toLine(field.title))} ${screen.paint('quiet', `(${describeField(field)})`)}`);
  if (field.description !== undefined) screen.quote(field.description);
  for (const line of listChoices(field)) screen.line(line);
}

async function askField(
  screen: QuestionScreen,
  field: FormField,
  offered: unknown,
): Promise<{ readonly value: unknown } | { readonly end: ElicitResult }> {
  const prompt = offered === undefined ? '> ' : `[${showValue(field, offered)}] > `;
  for (;;) {
    const answer = await screen.ask(prompt);
    if ('end' in answer) return answer;
    if (answer.typed.trim() === '' && offered !== undefined) return { value: offered };
    if (!field.required && answer.typed.trim().toLowerCase() === SKIP) return { value: undefined };
    const read = readTypedAnswer(field, answer.typed);
    if (read.kind === 'value') return { value: read.value };
    screen.line(screen.paint('bad', toLine(`${field.title} ${read.message}.`)));
  }
}

/** Whether the answers are to be sent, or how the question ends. */
async function askReview(
  screen: QuestionScreen,
  server: string,
  { fields, values }: { readonly fields: readonly FormField[]; readonly values: Values },
): Promise<boolean | ElicitResult> {
  screen.line('Your answers:');
  for (const field of fields) {
    const value = values.get(field.name);
    screen.line(`  ${toLine(field.title)}: ${value === undefined ? '(left out)' : showValue(field, value)}`);
  }
  for (;;) {
    const answer = await screen.ask(`Send them to server "${toLine(server)}"? [Y/n] `);
    if ('end' in answer) return answer.end;
    if (answer.typed.trim() === '' || isYes(answer.typed)) return true;
    if (isNo(answer.typed)) return false;
    screen.line(`Type y to send them, n to change them, or ${DECLINE}.`);
  }
}

function isYes(typed: string): boolean {
  return /^\s*(y|yes)\s*$/i.test(typed);
}

function isNo(typed: string): boolean {
  return /^\s*(n|no)\s*$/i.test(typed);
}

import { joinSignals, toVisibleLine, toVisibleText } from '@toolyard/core';
import type { SamplingQuestion, SamplingResult } from '@toolyard/host/assistant';
import type { Editor } from '../ports/editor.ts';
import { toQuestionTitle } from './to-question-title.ts';

/** What a request of a model is shown with. */
export type SamplingEditor = Pick<Editor, 'askOne' | 'confirm' | 'showText' | 'withProgress'>;

/** Longer texts do not fit a dialog on every screen; they are shown as a document before they can be approved. */
const MOST_CHARACTERS = 1500;

/** Shows what a server wants to ask a model, and then what the model answered: both are sent only when the person approved them. */
export async function askSampling(
  editor: SamplingEditor,
  question: SamplingQuestion,
  signal: AbortSignal,
): Promise<SamplingResult | undefined> {
  const { model, asked } = question;
  const request = `Model: ${model}, at most ${asked.maxTokens} tokens\n\n${describeRequest(question)}`;
  const isWanted = await approve(editor, {
    title: toQuestionTitle(question, 'wants to ask a model'),
    given: request,
    signal,
  });
  if (!isWanted || signal.aborted) return undefined;
  const result = await editor.withProgress(`Asking ${model}`, (stopped) => {
    const joined = joinSignals(signal, stopped);
    return question.ask({ signal: joined.signal, onText: () => undefined }).finally(() => joined.release());
  });
  const isApproved = await approve(editor, {
    title: `Send this answer to server "${toVisibleLine(question.server)}"?`,
    given: result.content.text,
    signal,
  });
  return isApproved && !signal.aborted ? result : undefined;
}

function describeRequest({ asked: { system, messages } }: SamplingQuestion): string {
  const parts = messages.flatMap(({ role, content }) =>
    content.map((part) => `${role}: ${part.type === 'text' ? part.text : `[a picture, ${part.mimeType}]`}`),
  );
  return [...(system === '' ? [] : [`instructions: ${system}`]), ...parts].join('\n\n');
}

async function approve(
  editor: SamplingEditor,
  { title, given, signal }: { readonly title: string; readonly given: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const text = toVisibleText(given);
  if (text.length <= MOST_CHARACTERS) return (await editor.confirm(title, text, 'Approve')) === 'Approve';
  const excerpt = `${text.slice(0, MOST_CHARACTERS)}…`;
  if ((await editor.confirm(title, excerpt, 'Show All')) !== 'Show All') return false;
  await editor.showText({ title, text });
  // Not a notice: one that nobody closes cannot be taken back, and would keep all later questions of the window waiting.
  const choices = [
    { label: 'Approve', value: true },
    { label: 'Cancel', value: false },
  ];
  const chosen = await editor.askOne(choices, {
    title,
    prompt: 'Read the text in the editor first',
    active: 1,
    signal,
  });
  return chosen === true;
}

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallRespondent, Clock } from '@toolyard/core';
import { createDialogRespondent, type QuestionAnswerer, type QuestionQueue } from '@toolyard/host';
import type { SamplingQuestion, SamplingResult } from '@toolyard/host/assistant';
import type { Editor } from '../ports/editor.ts';
import { askFields } from './ask-fields.ts';
import type { QuestionEditor } from './question-editor.ts';
import { askPage } from './ask-page.ts';
import { askSampling } from './ask-sampling.ts';

/** Makes what asks a model for servers, with the consent of the person. */
export type CreateSample = (parts: {
  readonly askSampling: (question: SamplingQuestion, signal: AbortSignal) => Promise<SamplingResult | undefined>;
  readonly notify: (message: string) => void;
}) => QuestionAnswerer;

/** Whom servers ask, and about which folder. */
export interface EditorRespondentOptions {
  readonly editor: QuestionEditor & Pick<Editor, 'notify' | 'withProgress'>;
  /** The folder that servers are told as their root. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Where the questions of all folders of the window wait for each other. */
  readonly questions: QuestionQueue;
  readonly createSample: CreateSample;
}

/** Puts what servers ask during the calls of a person to that person, by lists, lines of text and dialogs of the editor. */
export function createEditorRespondent(options: EditorRespondentOptions): CallRespondent {
  const { editor, folder, clock, questions, createSample } = options;
  const notify = (message: string): void => void editor.notify('warning', message);
  return createDialogRespondent({
    dialogs: {
      askForm: (question, signal) => askFields(editor, question, signal),
      askPage: (question, signal) => askPage(editor, question, signal),
    },
    notify,
    clock,
    queue: questions,
    sample: createSample({ askSampling: (question, signal) => askSampling(editor, question, signal), notify }),
    roots: () => [{ uri: pathToFileURL(folder).href, name: basename(folder) }],
  });
}

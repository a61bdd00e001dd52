import { dropControlCharacters } from '@toolyard/core';
import {
  systemClock,
  type Host,
  type Notice,
  type QuestionQueue,
  type SecretStore,
  type Surroundings,
} from '@toolyard/host';
import { EDITOR_EVENTS } from '../events/editor-events.ts';
import type { Editor } from '../ports/editor.ts';
import { createEditorRespondent, type CreateSample } from '../questions/create-editor-respondent.ts';
import { askServerApproval } from './ask-server-approval.ts';
import { askInputValue } from './ask-input-value.ts';
import { toEditorWords } from '../words/to-editor-words.ts';

/** Where yards and hooks of a folder run, and whether anybody is there to be asked. */
export interface EditorHostOptions {
  readonly surroundings: Surroundings;
  readonly version: string;
  readonly secrets: SecretStore;
  readonly editor: Editor;
  readonly tell: (notice: Notice) => void;
  readonly agents: NonNullable<Host['agents']>;
  readonly chat: NonNullable<Host['chat']>;
  /** Where the questions of all folders of the window wait for each other. */
  readonly questions: QuestionQueue;
  readonly createSample: CreateSample;
  /** That of the system where it is absent. */
  readonly clock?: Host['clock'];
  /** A person has just asked for something. Where not, what is not approved is refused, and only secrets that are kept are used. */
  readonly mayAsk: boolean;
}

/** The editor as a host of yards and hooks: it asks in dialogs, but only a person who acts. */
export function createEditorHost(options: EditorHostOptions): Host {
  const { surroundings, version, secrets, editor, agents, chat, mayAsk, clock = systemClock } = options;
  const { questions, createSample } = options;
  return {
    surroundings,
    info: { name: 'toolyard-vscode', version },
    clock,
    secrets,
    keepsAnswers: true,
    agents,
    chat,
    tells: EDITOR_EVENTS,
    // Notices quote names of files, which anybody may have chosen.
    notify: ({ level, message }) => options.tell({ level, message: toEditorWords(dropControlCharacters(message)) }),
    ...(mayAsk && {
      approve: (written) => askServerApproval(editor, written),
      askInput: (input, signal, step) => askInputValue(editor, input, { signal, step }),
      respondent: createEditorRespondent({ editor, folder: surroundings.cwd, clock, questions, createSample }),
    }),
  };
}

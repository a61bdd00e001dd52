import type { App } from 'obsidian';
import type { QuestionDialogs } from '../../ports/question-dialogs.ts';
import { askWhileLoaded } from '../lifecycle/ask-while-loaded.ts';
import { openContinueNotice } from './open-continue-notice.ts';
import { FormQuestionModal } from './form-question-modal.ts';
import { PageQuestionModal } from './page-question-modal.ts';
import { SamplingModal } from './sampling-modal.ts';

/** Puts the questions of servers by dialogs of Obsidian. */
export function createQuestionDialogs(app: App): QuestionDialogs {
  return {
    askForm: (question, signal) => askWhileLoaded(signal, (answer) => new FormQuestionModal(app, question, answer)),
    askPage: (question, signal) => askWhileLoaded(signal, (answer) => new PageQuestionModal(app, question, answer)),
    askToContinue: openContinueNotice,
    askSampling: (question, signal) => askWhileLoaded(signal, (answer) => new SamplingModal(app, question, answer)),
  };
}

import { createFixedApprover, type AnswerEvent, type Approver } from '@toolyard/assistant';
import { joinSignals, type CallRespondent, type SessionUse } from '@toolyard/core';
import { findSilence } from '../call/call-at-terminal.ts';
import { askToContinue } from '../documents/run-file.ts';
import { createTerminalRespondent, type TerminalRespondent } from '../question/create-terminal-respondent.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { AskCommandOptions } from './ask-command-options.ts';
import { createAnswerScreen } from './create-answer-screen.ts';
import { createTerminalApprover } from './create-terminal-approver.ts';

type EndEvent = Extract<AnswerEvent, { readonly type: 'end' }>;

/** How one question is answered at a terminal. */
export interface AnswerRun {
  /** Aborted when the answer is stopped, by the command or by the person at a question. */
  readonly signal: AbortSignal;
  onEvent(event: AnswerEvent): void;
}

/** What became of a question. */
export interface AnswerOutcome<Result> {
  readonly result: Result;
  readonly end: EndEvent | undefined;
  /** The person wanted out. */
  readonly isStopped: boolean;
}

/** The terminal of a conversation: what is shown of answers, and who is asked. Answers come one after another. */
export interface AnswerTerminal {
  readonly approver: Approver;
  readonly respondent: CallRespondent;
  mayContinue(use: SessionUse): Promise<boolean>;
  /** Shows one answer while `answer` works. */
  show<Result>(signal: AbortSignal, answer: (run: AnswerRun) => Promise<Result>): Promise<AnswerOutcome<Result>>;
}

/** The terminal of a command. Where nobody can be asked, calls are decided about by `--yes` and `--yes-destructive` alone. */
export function createAnswerTerminal(context: CommandContext, options: AskCommandOptions): AnswerTerminal {
  const { json = false, yes = false, yesDestructive = false, document } = options;
  const { terminal } = context;
  const silence = findSilence(terminal, json);
  const still = { pause: () => undefined, resume: () => undefined };
  let signal = new AbortController().signal;
  // Whoever presses Ctrl-C at a question is asked nothing more in this answer, so each answer has its own.
  let asked = createTerminalRespondent(context, { progress: still, silence, onInterrupt: () => undefined });
  const ask: TerminalRespondent['ask'] = (question) => asked.ask(question);
  const decides = yes || yesDestructive || silence !== undefined;
  const policy = yesDestructive ? 'all' : yes ? 'all-but-destructive' : 'none';
  return {
    approver: decides ? createFixedApprover(policy) : createTerminalApprover(context, ask),
    respondent: {
      capabilities: asked.capabilities,
      answer: (question, until) => asked.answer(question, until),
      onRefused: (question) => asked.onRefused?.(question),
    },
    async mayContinue(use) {
      if (silence !== undefined) return false;
      return (await ask(() => askToContinue(terminal, { who: document ?? 'The chat', ...use }, signal))) === true;
    },
    async show(given, answer) {
      const stop = new AbortController();
      const joined = joinSignals(given, stop.signal);
      signal = joined.signal;
      const screen = createAnswerScreen(context, { json, showsText: document === undefined });
      asked = createTerminalRespondent(context, { progress: screen, silence, onInterrupt: () => stop.abort() });
      let end: EndEvent | undefined;
      try {
        const result = await answer({
          signal,
          onEvent(event) {
            if (event.type === 'end') end = event;
            screen.onEvent(event);
          },
        });
        return { result, end, isStopped: signal.aborted };
      } finally {
        joined.release();
        screen.stop();
      }
    },
  };
}

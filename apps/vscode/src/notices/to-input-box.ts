import type { Editor } from '../ports/editor.ts';
import { toNoticeText } from './to-notice-text.ts';

/** What the editor shows of a question for a line of text. */
export interface InputBox {
  readonly title: string;
  readonly password: boolean;
  readonly ignoreFocusOut: true;
  readonly prompt?: string;
  readonly value?: string;
  readonly validateInput?: (text: string) => string | undefined;
}

/**
 * A question as the editor takes it. Below the line stand texts of servers, such as what a parameter is for, and what is wrong: of
 * `[text](command:…)` the editor would make a link that runs a command.
 */
export function toInputBox(asked: Parameters<Editor['input']>[0]): InputBox {
  const { title, prompt, value, isSecret = false, validate } = asked;
  return {
    title,
    password: isSecret,
    // The text may have to be copied from another program.
    ignoreFocusOut: true,
    ...(prompt !== undefined && { prompt: toNoticeText(prompt) }),
    ...(value !== undefined && { value }),
    ...(validate !== undefined && { validateInput: (text) => toProblem(validate(text)) }),
  };
}

function toProblem(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : toNoticeText(problem);
}

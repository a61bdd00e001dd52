import type { ToolId } from '@toolyard/core';
import type { ElicitResult, FormField } from '@toolyard/runtime';

/** What every question of a server says of where it comes from. */
export interface QuestionSource {
  readonly server: string;
  /** The tool whose call it is about; absent where that is not known. */
  readonly tool?: ToolId;
}

/** A form that a server wants a person to fill in. */
export interface FormQuestion extends QuestionSource {
  readonly message: string;
  readonly fields: readonly FormField[];
  /** The schema that the fields come from. */
  readonly schema: unknown;
}

/** A page that a server wants a person to open. */
export interface PageQuestion extends QuestionSource {
  readonly message: string;
  readonly url: string;
  /** With its port, as the address has it. */
  readonly host: string;
}

/** Puts the questions of servers to people. A dialog is closed without an answer, which is `cancel`, when its signal is aborted. */
export interface ElicitationDialogs {
  askForm(question: FormQuestion, signal: AbortSignal): Promise<ElicitResult>;
  /** `accept` means that the person had the page opened; nothing else opens it. */
  askPage(question: PageQuestion, signal: AbortSignal): Promise<ElicitResult>;
}

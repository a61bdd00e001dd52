import type { PickChoice } from './pick-choice.ts';
import type { StepDialogs } from './step-dialogs.ts';

/** The commands that buttons of notices run. */
export type EditorCommand =
  | 'vscode.openFolder'
  | 'workbench.trust.manage'
  | 'toolyard.hooks.fromTemplate'
  | 'toolyard.servers.add'
  | 'toolyard.servers.approve'
  | 'toolyard.servers.openFile'
  | 'toolyard.servers.start';

/** A place in a file, both from 1. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
}

/** What commands need of the editor to talk with the person in front of it. */
export interface Editor extends StepDialogs {
  /** Lets a person choose one; `undefined` where they leave. */
  pick<Value>(
    choices: readonly PickChoice<Value>[],
    options: {
      readonly title: string;
      readonly placeholder?: string;
      /** Aborted, it takes the question back. */
      readonly signal?: AbortSignal;
    },
  ): Promise<Value | undefined>;
  /** Asks for a line of text; `undefined` where they leave. */
  input(options: {
    readonly title: string;
    readonly prompt?: string;
    readonly value?: string;
    readonly isSecret?: boolean;
    /** Aborted, it takes the question back. */
    readonly signal?: AbortSignal;
    /** What is wrong with a text, as it is typed. */
    readonly validate?: (text: string) => string | undefined;
  }): Promise<string | undefined>;
  /** A dialog that has to be answered: gives the button, `undefined` for Cancel. */
  confirm<Button extends string>(
    message: string,
    detail: string,
    ...buttons: readonly Button[]
  ): Promise<Button | undefined>;
  /**
   * A notice that stays out of the way: gives the button that was pressed. One with the same text that is still shown is not shown again;
   * its button is given to who asked first.
   */
  notify<Button extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...buttons: readonly Button[]
  ): Promise<Button | undefined>;
  openFile(file: string, place?: FilePlace): Promise<void>;
  /** Shows a text that nobody can edit. */
  showText(options: { readonly title: string; readonly text: string; readonly language?: string }): Promise<void>;
  /** Shows two texts beside each other with their differences. */
  showDifference(options: { readonly title: string; readonly before: string; readonly after: string }): Promise<void>;
  copy(text: string): Promise<void>;
  /** Runs a command of the editor, as a button of a notice does; `folder` is the path of the folder that it is about. */
  execute(command: EditorCommand, folder?: string): Promise<void>;
  /** Opens a page in the browser of the person; says whether that was done. */
  openPage(url: string): Promise<boolean>;
  /** Lets a person choose where a file goes, and writes it there; does nothing where they leave. */
  saveFile(name: string, content: Uint8Array): Promise<void>;
  /** Shows that something is going on; a person can cancel it. */
  withProgress<Result>(title: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

import type { QuestionQueue } from '@toolyard/host';
import type { Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import type { OpenForm } from '../ports/open-form.ts';
import type { Folders } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';

/** What each feature of the extension is registered with. */
export interface Parts {
  readonly context: ExtensionContext;
  readonly folders: Folders;
  readonly editor: Editor;
  readonly output: LogOutputChannel;
  /** Of all folders of the window one question is asked at a time. */
  readonly questions: QuestionQueue;
  /** Where it is absent, hooks are edited in their file. */
  readonly openForm?: OpenForm;
}

/** Registers one feature; what it gives is disposed of with the extension. */
export type Register = (parts: Parts) => Disposable;

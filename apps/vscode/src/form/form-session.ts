import type { Clock } from '@toolyard/core';
import type { Folders } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import type { FormSubject } from '../ports/open-form.ts';
import type { TextFiles } from '../ports/text-files.ts';
import type { Subject } from '../rows/row.ts';
import type { KeptDrafts } from './create-kept-drafts.ts';
import type { FormState } from './form-state.ts';
import type { HostMessage } from './protocol.ts';

/** The page of a form and the tab that it is in. */
export interface FormPanel {
  post(message: HostMessage): void;
  /** What the form is about now, which changes when a new hook is saved or an id is changed. */
  name(title: string, subject: FormSubject): void;
  close(): void;
}

/** What a form is opened for. */
export interface FormStart {
  /** What its changes are kept under. */
  readonly id: string;
  readonly subject: FormSubject;
  /** What was typed before, and not saved. */
  readonly form?: FormState;
}

/** What a form works with. */
export interface FormSessionOptions {
  readonly folders: Folders;
  readonly editor: Pick<Editor, 'openFile' | 'notify' | 'confirm'>;
  readonly files: Pick<TextFiles, 'read'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly panel: FormPanel;
  readonly start: FormStart;
  readonly drafts: Pick<KeptDrafts, 'keep' | 'forget'>;
  /** Shows what a hook would do, and lets it run if the person agrees. */
  approve(subject: Subject): Promise<void>;
  onError(error: unknown): void;
}

/** One open form. */
export interface FormSession {
  /** Takes what the page sent; anything that is no message of the protocol is dropped. */
  receive(message: unknown): void;
  /** Ends it, and says whether it had changes that are not saved, which are kept. */
  close(): boolean;
}

import { toVisibleLine } from '@toolyard/core';
import { adviseOnForm, isSecretField, warnOfSecret, type FormQuestion } from '@toolyard/host';
import type { ElicitResult } from '@toolyard/runtime';
import type { App } from 'obsidian';
import { showSchemaForm, type ShownSchemaForm } from '../forms/show-schema-form.ts';
import { QuestionModal } from './question-modal.ts';

/** A form that a server asks a person to fill in. Decline tells the server no, Cancel tells it nothing. */
export class FormQuestionModal extends QuestionModal<ElicitResult> {
  private readonly question: FormQuestion;
  private form: ShownSchemaForm | undefined;

  constructor(app: App, question: FormQuestion, answered: (answer: ElicitResult) => void) {
    super(app, { action: 'cancel' }, answered);
    this.question = question;
  }

  override onOpen(): void {
    const { server, message, schema } = this.question;
    this.setTitle(`Server "${toVisibleLine(server)}" asks you`);
    this.modalEl.addClass('toolyard-form');
    const messageEl = this.quote(message);
    const form = showSchemaForm(this.contentEl.createDiv(), { schema, onEnter: () => void this.submit() });
    this.form = form;
    this.showAdvice(form.fields.find(isSecretField)?.title);
    this.addButtons(this.contentEl, [
      { label: 'Cancel', press: () => this.close() },
      { label: 'Decline', press: () => this.finish({ action: 'decline' }) },
      { label: 'Submit', isMain: true, press: () => void this.submit() },
    ]);
    // Neither a field nor a button: what is typed for the note at that moment must not be sent.
    messageEl.focus();
  }

  /** The protocol lets servers ask for no secrets by a form: only a page of their own may do that. */
  private showAdvice(secret: string | undefined): void {
    this.contentEl.createEl('p', { cls: 'toolyard-advice', text: adviseOnForm(this.question.server) });
    if (secret === undefined) return;
    this.contentEl.createEl('p', {
      cls: 'toolyard-form-problem',
      attr: { role: 'alert' },
      text: warnOfSecret(secret),
    });
  }

  private async submit(): Promise<void> {
    const content = await this.form?.check();
    if (content !== undefined) this.finish({ action: 'accept', content });
  }
}

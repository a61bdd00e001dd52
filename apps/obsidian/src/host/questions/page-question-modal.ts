import { toVisibleLine } from '@toolyard/core';
import { adviseOnPage, type PageQuestion } from '@toolyard/host';
import { splitAddress, type ElicitResult } from '@toolyard/runtime';
import type { App } from 'obsidian';
import { QuestionModal } from './question-modal.ts';

/** A page that a server asks a person to open, which a press on the button does and nothing else. */
export class PageQuestionModal extends QuestionModal<ElicitResult> {
  private readonly question: PageQuestion;

  constructor(app: App, question: PageQuestion, answered: (answer: ElicitResult) => void) {
    super(app, { action: 'cancel' }, answered);
    this.question = question;
  }

  override onOpen(): void {
    const { server, message, url, host } = this.question;
    this.setTitle(`Server "${toVisibleLine(server)}" asks you to open a page`);
    this.quote(message);
    this.contentEl.createEl('p', { text: 'The page is at ' }).createEl('strong', { text: host });
    const [before, after] = splitAddress(url, host);
    const address = this.contentEl.createDiv('toolyard-address');
    address.appendText(before);
    address.createEl('strong', { text: host });
    address.appendText(after);
    const advice = adviseOnPage(url);
    for (const [index, text] of advice.entries()) {
      // The last one always stands there; what comes before it is a warning.
      const cls = index === advice.length - 1 ? 'toolyard-advice' : 'toolyard-form-problem';
      this.contentEl.createEl('p', { cls, text });
    }
    this.addButtons(this.contentEl, [
      { label: 'Cancel', press: () => this.close() },
      { label: 'Decline', press: () => this.finish({ action: 'decline' }) },
      { label: 'Open page', isMain: true, press: () => this.openPage() },
    ]);
    // Not the button that opens it: an Enter that was meant for the note would.
    this.contentEl.find('button')?.focus();
  }

  private openPage(): void {
    window.open(this.question.url, '_blank', 'noopener');
    this.finish({ action: 'accept' });
  }
}

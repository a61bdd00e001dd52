import { toMessageText } from '@toolyard/core';
import { Modal, Setting, type App } from 'obsidian';

/** A button of a question. */
export interface QuestionButton {
  readonly label: string;
  /** The one that is most likely meant. */
  readonly isMain?: boolean;
  readonly press: () => void;
}

/** A dialog that puts one question of a server. Closed in any way without an answer, it answers what it was given for that. */
export abstract class QuestionModal<Answer> extends Modal {
  private given: Answer;
  private readonly answered: (answer: Answer) => void;

  constructor(app: App, unanswered: Answer, answered: (answer: Answer) => void) {
    super(app);
    this.given = unanswered;
    this.answered = answered;
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answered(this.given);
  }

  protected finish(answer: Answer): void {
    this.given = answer;
    this.close();
  }

  /** Shows a text of the server as it is, set off so that it cannot pass for ours; it takes the focus, since it may have to be scrolled. */
  protected quote(text: string): HTMLElement {
    return this.contentEl.createDiv({
      cls: 'toolyard-quote',
      text: toMessageText(text).trim(),
      attr: { tabindex: 0, role: 'group', 'aria-label': 'Message' },
    });
  }

  protected addButtons(containerEl: HTMLElement, buttons: readonly QuestionButton[]): void {
    const row = new Setting(containerEl).setClass('toolyard-dialog-buttons');
    for (const { label, isMain = false, press } of buttons) {
      row.addButton((button) => {
        button.setButtonText(label).onClick(press);
        if (isMain) button.setCta();
      });
    }
  }
}

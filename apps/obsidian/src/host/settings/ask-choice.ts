import { Modal, Setting, type App } from 'obsidian';
import type { SettingsParts } from './settings-parts.ts';

/** A question with a few answers, one button each, the last of which is the one that is most likely meant. */
export interface AskedChoice<Answer extends string> {
  readonly title: string;
  readonly text: string;
  /** Shown as a list below the text. */
  readonly items?: readonly string[];
  readonly answers: Readonly<Record<Answer, { readonly label: string; readonly isDestructive?: boolean }>>;
}

const MOST_ITEMS = 10;

/** Asks a person; `undefined` where the question is closed without an answer. */
export function askChoice<Answer extends string>(
  { app, openDialog }: Pick<SettingsParts, 'app' | 'openDialog'>,
  question: AskedChoice<Answer>,
): Promise<Answer | undefined> {
  return new Promise((resolve) => openDialog(new ChoiceModal(app, question, resolve)));
}

class ChoiceModal<Answer extends string> extends Modal {
  private readonly question: AskedChoice<Answer>;
  private readonly answer: (chosen: Answer | undefined) => void;
  private chosen: Answer | undefined;

  constructor(app: App, question: AskedChoice<Answer>, answer: (chosen: Answer | undefined) => void) {
    super(app);
    this.question = question;
    this.answer = answer;
  }

  override onOpen(): void {
    const { title, text, items = [], answers } = this.question;
    this.setTitle(title);
    this.contentEl.createEl('p', { text });
    if (items.length > 0) this.showItems(items);
    const row = new Setting(this.contentEl).setClass('toolyard-dialog-buttons');
    const choices = Object.keys(answers) as Answer[];
    for (const choice of choices) {
      const { label, isDestructive = false } = answers[choice];
      row.addButton((button) => {
        button.setButtonText(label).onClick(() => this.choose(choice));
        if (isDestructive) button.setDestructive();
        else if (choice === choices.at(-1)) button.setCta();
      });
    }
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answer(this.chosen);
  }

  private showItems(items: readonly string[]): void {
    const list = this.contentEl.createEl('ul');
    for (const text of items.slice(0, MOST_ITEMS)) list.createEl('li', { text });
    if (items.length > MOST_ITEMS) list.createEl('li', { text: `and ${items.length - MOST_ITEMS} more` });
  }

  private choose(choice: Answer): void {
    this.chosen = choice;
    this.close();
  }
}

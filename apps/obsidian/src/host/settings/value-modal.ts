import { toMessage } from '@toolyard/core';
import { Modal, Setting, TextComponent, type App } from 'obsidian';
import { labelControl } from './label-control.ts';

/** What a person is asked for: values that nobody else may see. */
export interface AskedValues {
  readonly title: string;
  readonly text: string;
  /** By the names of the fields. */
  readonly fields: readonly string[];
  readonly action: string;
  /** Where it rejects, the dialog stays open and says why. */
  readonly take: (values: Readonly<Record<string, string>>) => Promise<void>;
}

/** Asks for secrets, such as a token; what is typed is not shown. */
export class ValueModal extends Modal {
  private readonly asked: AskedValues;
  private readonly values: Record<string, string> = {};

  constructor(app: App, asked: AskedValues) {
    super(app);
    this.asked = asked;
  }

  override onOpen(): void {
    const { title, text, fields, action } = this.asked;
    this.setTitle(title);
    this.contentEl.createEl('p', { text });
    for (const field of fields) this.addField(field);
    const problem = this.contentEl.createDiv({ cls: 'toolyard-form-problem', attr: { role: 'alert' } });
    new Setting(this.contentEl)
      .setClass('toolyard-dialog-buttons')
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) =>
        button
          .setButtonText(action)
          .setCta()
          .onClick(() => this.finish(problem)),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private addField(field: string): void {
    new Setting(this.contentEl).setName(field).addText((text: TextComponent) => {
      text.inputEl.type = 'password';
      text.inputEl.autocomplete = 'off';
      labelControl(text.inputEl, field);
      text.onChange((value) => (this.values[field] = value));
    });
  }

  private async finish(problem: HTMLElement): Promise<void> {
    const { fields, take } = this.asked;
    const missing = fields.find((field) => (this.values[field] ?? '') === '');
    if (missing !== undefined) return problem.setText(`Enter a value for ${missing}.`);
    try {
      await take(this.values);
      this.close();
    } catch (error) {
      problem.setText(toMessage(error));
    }
  }
}

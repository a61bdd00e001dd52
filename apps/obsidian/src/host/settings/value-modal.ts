import { toMessage } from '@toolyard/core';
import { Modal, Setting, type App, type TextComponent } from 'obsidian';
import { labelControl } from './label-control.ts';

/** What a person is asked for. */
export interface AskedValues {
  readonly title: string;
  readonly text: string;
  /** By the names of the fields. */
  readonly fields: readonly string[];
  /** Nobody looks on: what is typed is shown. */
  readonly isShown?: boolean;
  readonly action: string;
  /** Where it rejects, the dialog stays open and says why. */
  readonly take: (values: Readonly<Record<string, string>>) => Promise<void>;
}

/** Asks for values, such as a token; what is typed is hidden unless it is no secret. */
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
    const problem = createDiv({ cls: 'toolyard-form-problem', attr: { role: 'alert' } });
    for (const field of fields) this.addField(field, problem);
    this.contentEl.append(problem);
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

  private addField(field: string, problem: HTMLElement): void {
    new Setting(this.contentEl).setName(field).addText((text: TextComponent) => {
      if (this.asked.isShown !== true) text.inputEl.type = 'password';
      text.inputEl.autocomplete = 'off';
      labelControl(text.inputEl, field);
      text.onChange((value) => (this.values[field] = value));
      text.inputEl.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.isComposing) void this.finish(problem);
      });
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

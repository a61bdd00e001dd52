import { toVisible } from '@toolyard/core';
import { Modal, Setting, type App } from 'obsidian';
import type { AskedSecret } from '../ports/note-app.ts';

/** Asks for a value by its name; `undefined` where the question is closed without one. */
export function openSecretModal(app: App, asked: AskedSecret): Promise<string | undefined> {
  return new Promise((resolve) => new SecretModal(app, asked, resolve).open());
}

class SecretModal extends Modal {
  private typed = '';
  private answered: string | undefined;
  private readonly asked: AskedSecret;
  private readonly answer: (value: string | undefined) => void;

  constructor(app: App, asked: AskedSecret, answer: (value: string | undefined) => void) {
    super(app);
    this.asked = asked;
    this.answer = answer;
  }

  override onOpen(): void {
    const { id, description, server, isHidden } = this.asked;
    this.setTitle(`Value of "${toVisible(id)}"`);
    const need = server === undefined ? 'A server needs it' : `Server "${toVisible(server)}" needs it`;
    const place = isHidden ? ' It is kept in the secret storage of this device, and never in the vault.' : '';
    this.contentEl.createEl('p', { text: `${need}, and this device does not have it yet.${place}` });
    const label = this.contentEl.createEl('label', { cls: 'toolyard-secret', text: toVisible(description ?? id) });
    const input = label.createEl('input', { type: isHidden ? 'password' : 'text' });
    input.addEventListener('input', () => (this.typed = input.value));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) this.save();
    });
    input.focus();
    new Setting(this.contentEl)
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) =>
        button
          .setButtonText('Save')
          .setCta()
          .onClick(() => this.save()),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answer(this.answered);
  }

  private save(): void {
    if (this.typed === '') return;
    this.answered = this.typed;
    this.close();
  }
}

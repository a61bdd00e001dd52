import { toVisible } from '@toolyard/core';
import type { App } from 'obsidian';
import type { AskedSecret } from '../ports/note-app.ts';
import { askWhileLoaded } from './lifecycle/ask-while-loaded.ts';
import { ValueModal } from './settings/value-modal.ts';

/** Asks for a value by its name; `undefined` where the question is closed without one. */
export function openSecretModal(app: App, asked: AskedSecret, signal: AbortSignal): Promise<string | undefined> {
  return askWhileLoaded(signal, (answer: (value: string | undefined) => void) => new SecretModal(app, asked, answer));
}

class SecretModal extends ValueModal {
  private readonly answer: () => void;

  constructor(
    app: App,
    { id, description, server, isHidden }: AskedSecret,
    answer: (value: string | undefined) => void,
  ) {
    const field = toVisible(description ?? id);
    const need = server === undefined ? 'A server needs it' : `Server "${toVisible(server)}" needs it`;
    const place = isHidden ? ' It is kept in the secret storage of this device, and never in the vault.' : '';
    let given: string | undefined;
    super(app, {
      title: `Value of "${toVisible(id)}"`,
      text: `${need}, and this device does not have it yet.${place}`,
      fields: [field],
      isShown: !isHidden,
      action: 'Save',
      take: async (values) => void (given = values[field]),
    });
    this.answer = () => answer(given);
  }

  override onClose(): void {
    super.onClose();
    this.answer();
  }
}

import { toVisible, toVisibleJson } from '@toolyard/core';
import { Modal, Setting, type App } from 'obsidian';
import type { UnapprovedServer } from '../ports/note-app.ts';

/** Asks whether a server may be started on this device as it is now; closed in any other way than by Approve it is a no. */
export function openApprovalModal(app: App, unapproved: UnapprovedServer): Promise<boolean> {
  return new Promise((resolve) => new ApprovalModal(app, unapproved, resolve).open());
}

class ApprovalModal extends Modal {
  private isApproved = false;
  private readonly unapproved: UnapprovedServer;
  private readonly answer: (isApproved: boolean) => void;

  constructor(app: App, unapproved: UnapprovedServer, answer: (isApproved: boolean) => void) {
    super(app);
    this.unapproved = unapproved;
    this.answer = answer;
  }

  override onOpen(): void {
    const { name, entry, before } = this.unapproved;
    this.setTitle(`Start server "${toVisible(name)}"?`);
    this.contentEl.createEl('p', {
      text: before === undefined ? 'Nobody approved this server on this device yet.' : 'This server was changed.',
    });
    if (before !== undefined) this.showDefinition('Approved before', before);
    this.showDefinition(before === undefined ? 'It would start with' : 'It would start with this instead', entry);
    new Setting(this.contentEl)
      .addButton((button) => button.setButtonText('Deny').onClick(() => this.close()))
      .addButton((button) =>
        button
          .setButtonText('Approve')
          .setCta()
          .onClick(() => {
            this.isApproved = true;
            this.close();
          }),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answer(this.isApproved);
  }

  private showDefinition(title: string, definition: object): void {
    this.contentEl.createEl('p', { text: title });
    this.contentEl.createEl('pre', { cls: 'toolyard-definition', text: toVisibleJson(definition, 2) });
  }
}

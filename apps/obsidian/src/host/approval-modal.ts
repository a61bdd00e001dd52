import { toVisible, toVisibleJson } from '@toolyard/core';
import { Modal, Setting, type App } from 'obsidian';
import { compareLines, type ComparedLine } from '../forms/compare-lines.ts';
import type { UnapprovedServer } from '../ports/note-app.ts';
import { askWhileLoaded } from './lifecycle/ask-while-loaded.ts';

/** Asks whether a server may be started on this device as it is now; closed in any other way than by Approve it is a no. */
export function openApprovalModal(app: App, unapproved: UnapprovedServer, signal: AbortSignal): Promise<boolean> {
  return askWhileLoaded(signal, (answer: (isApproved: boolean) => void) => new ApprovalModal(app, unapproved, answer));
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
    const compared = compareLines(toText(before ?? entry), toText(entry));
    if (before === undefined) this.showDefinition('It would start with', compared.after, 'added');
    else {
      this.showDefinition('Approved before', compared.before, 'removed');
      this.showDefinition('It would start with this instead', compared.after, 'added');
    }
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

  private showDefinition(title: string, lines: readonly ComparedLine[], mark: 'removed' | 'added'): void {
    this.contentEl.createEl('p', { text: title });
    const pre = this.contentEl.createEl('pre', { cls: 'toolyard-definition' });
    for (const { text, isDifferent } of lines) {
      pre.createDiv({ text, ...(isDifferent && { cls: `toolyard-${mark}` }) });
    }
  }
}

function toText(definition: object): string {
  return toVisibleJson(definition, 2);
}

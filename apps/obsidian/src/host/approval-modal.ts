import { toVisible, toVisibleJson } from '@toolyard/core';
import { Modal, Setting, type App } from 'obsidian';
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
    if (before === undefined) this.showDefinition('It would start with', entry);
    else {
      this.showDefinition('Approved before', before, { other: entry, mark: 'removed' });
      this.showDefinition('It would start with this instead', entry, { other: before, mark: 'added' });
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

  /** Lines that `other` does not have are marked. */
  private showDefinition(
    title: string,
    definition: object,
    difference?: { readonly other: object; readonly mark: 'removed' | 'added' },
  ): void {
    this.contentEl.createEl('p', { text: title });
    const others = new Set(toLines(difference?.other ?? definition).map(toComparable));
    const pre = this.contentEl.createEl('pre', { cls: 'toolyard-definition' });
    for (const line of toLines(definition)) {
      const isDifferent = difference !== undefined && !others.has(toComparable(line));
      pre.createDiv({ text: line, ...(isDifferent && { cls: `toolyard-${difference.mark}` }) });
    }
  }
}

function toLines(definition: object): readonly string[] {
  return toVisibleJson(definition, 2).split('\n');
}

/** A comma says only that something follows. */
function toComparable(line: string): string {
  return line.replace(/,$/, '');
}

import { toVisible } from '@toolyard/core';
import type { BoundBlock } from '@toolyard/documents';
import type { EditedAnswer } from '@toolyard/host';
import { Modal, Setting, type App } from 'obsidian';
import { askWhileLoaded } from '../lifecycle/ask-while-loaded.ts';
import { toBlockName } from './block-header.ts';

/** Asks what becomes of results that were edited by hand; closed in any other way than by a button it is `cancel`. */
export function openEditedModal(app: App, blocks: readonly BoundBlock[], signal: AbortSignal): Promise<EditedAnswer> {
  return askWhileLoaded(signal, (answer: (given: EditedAnswer) => void) => new EditedModal(app, blocks, answer));
}

const BUTTONS = [
  ['Cancel', 'cancel'],
  ['Keep', 'keep'],
  ['Replace', 'replace'],
] as const satisfies readonly (readonly [string, EditedAnswer])[];

class EditedModal extends Modal {
  private chosen: EditedAnswer = 'cancel';
  private readonly blocks: readonly BoundBlock[];
  private readonly answer: (answer: EditedAnswer) => void;

  constructor(app: App, blocks: readonly BoundBlock[], answer: (answer: EditedAnswer) => void) {
    super(app);
    this.blocks = blocks;
    this.answer = answer;
  }

  override onOpen(): void {
    const { blocks, contentEl } = this;
    const isOne = blocks.length === 1;
    this.setTitle(isOne ? 'Replace the edited result?' : `Replace ${blocks.length} edited results?`);
    contentEl.createEl('p', {
      text: `${isOne ? 'The result of this block was' : 'The results of these blocks were'} edited by hand:`,
    });
    const list = contentEl.createEl('ul');
    for (const bound of blocks) list.createEl('li', { text: toVisible(toBlockName(bound)) });
    contentEl.createEl('p', {
      text: 'Replace overwrites your changes with the new result. Keep leaves your text below the new result. Cancel runs nothing.',
    });
    const buttons = new Setting(contentEl);
    for (const [text, answer] of BUTTONS) {
      buttons.addButton((button) => {
        button.setButtonText(text).onClick(() => {
          this.chosen = answer;
          this.close();
        });
        if (answer === 'keep') button.setCta();
      });
    }
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answer(this.chosen);
  }
}

import { toVisibleLine } from '@toolyard/core';
import type { NoteRequest } from '@toolyard/host/assistant';
import { Modal, Setting, type App } from 'obsidian';
import { describeRequest, describeSize, type ShownPart } from '../../assistant/describe-request.ts';
import { askWhileLoaded } from '../lifecycle/ask-while-loaded.ts';

/** Shows all that would be sent to a model; closed in any other way than by Ask it is not sent. */
export function openRequestModal(app: App, request: NoteRequest, signal: AbortSignal): Promise<boolean> {
  return askWhileLoaded(signal, (answer: (isWanted: boolean) => void) => new RequestModal(app, request, answer));
}

class RequestModal extends Modal {
  private readonly request: NoteRequest;
  private readonly answer: (isWanted: boolean) => void;
  private isWanted = false;

  constructor(app: App, request: NoteRequest, answer: (isWanted: boolean) => void) {
    super(app);
    this.request = request;
    this.answer = answer;
  }

  override onOpen(): void {
    const { request } = this;
    this.modalEl.addClass('toolyard-request');
    this.setTitle(`Ask ${toVisibleLine(request.model)}?`);
    this.contentEl.createEl('p', { text: describeSize(request) });
    for (const text of request.notices) this.contentEl.createEl('p', { cls: 'toolyard-request-notice', text });
    for (const part of describeRequest(request)) this.showPart(part);
    new Setting(this.contentEl)
      .setClass('toolyard-dialog-buttons')
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) => {
        button
          .setButtonText('Ask')
          .setCta()
          .onClick(() => {
            this.isWanted = true;
            this.close();
          });
      });
    // Not a button: an Enter that was meant for the note would send it.
    this.contentEl.find('details[open] pre')?.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answer(this.isWanted);
  }

  private showPart({ title, text, isQuestion = false }: ShownPart): void {
    const details = this.contentEl.createEl('details', 'toolyard-more');
    details.open = isQuestion;
    details.createEl('summary', { text: title });
    details.createEl('pre', {
      cls: 'toolyard-request-text',
      text,
      attr: { tabindex: 0, role: 'group', 'aria-label': title },
    });
  }
}

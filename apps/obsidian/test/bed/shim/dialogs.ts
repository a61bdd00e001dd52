import type * as Obsidian from 'obsidian';
import type { PartOf } from './stand-for.ts';

const NOTICE_MS = 5000;

/** A message in a corner that goes by itself. */
export class Notice implements Obsidian.Notice {
  noticeEl: HTMLElement;
  containerEl: HTMLElement;
  messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration: number = NOTICE_MS) {
    this.containerEl = document.body.find('.notice-container') ?? document.body.createDiv('notice-container');
    this.noticeEl = this.containerEl.createDiv('notice');
    this.noticeEl.addEventListener('click', () => this.hide());
    this.messageEl = this.noticeEl.createDiv('notice-message');
    this.setMessage(message);
    if (duration > 0) window.setTimeout(() => this.hide(), duration);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    this.noticeEl.remove();
  }
}

/** A dialog over everything; Escape and its cross close it. */
export class Modal implements PartOf<Obsidian.Modal> {
  app: Obsidian.App;
  containerEl: HTMLElement;
  modalEl: HTMLElement;
  titleEl: HTMLElement;
  contentEl: HTMLElement;
  /** What had the focus before, and has it again after it. */
  private focused: Element | null = null;
  private closeCallback: (() => unknown) | undefined;
  private readonly onKey = (event: KeyboardEvent): void => {
    const top = document.body.findAll('.modal-container').at(-1);
    if (event.key === 'Escape' && top === this.containerEl) this.close();
  };

  constructor(app: Obsidian.App) {
    this.app = app;
    this.containerEl = createDiv('modal-container');
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { tabindex: -1 } });
    const cross = this.modalEl.createDiv({ cls: 'modal-close-button', text: '×' });
    cross.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
  }

  open(): void {
    document.body.append(this.containerEl);
    document.addEventListener('keydown', this.onKey);
    this.focused = document.activeElement;
    void this.onOpen();
    if (!this.modalEl.contains(document.activeElement)) this.modalEl.focus();
  }

  close(): void {
    if (!this.containerEl.isConnected) return;
    this.containerEl.remove();
    document.removeEventListener('keydown', this.onKey);
    if (this.focused instanceof HTMLElement) this.focused.focus();
    this.onClose();
    this.closeCallback?.();
  }

  onOpen(): Promise<void> | void {}

  onClose(): void {}

  setCloseCallback(callback: () => unknown): this {
    this.closeCallback = callback;
    return this;
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }
}

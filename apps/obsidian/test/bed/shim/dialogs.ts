import type * as Obsidian from 'obsidian';
import { standFor, type PartOf } from './stand-for.ts';

const NOTICE_MS = 5000;

/** A message in a corner that goes by itself. */
export class Notice implements Obsidian.Notice {
  noticeEl: HTMLElement;
  containerEl: HTMLElement;
  messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration: number = NOTICE_MS) {
    this.containerEl = document.body.find('.notice-container') ?? document.body.createDiv('notice-container');
    this.noticeEl = this.containerEl.createDiv('notice');
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
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.close();
  };

  constructor(app: Obsidian.App) {
    this.app = app;
    this.containerEl = createDiv('modal-container');
    this.modalEl = this.containerEl.createDiv('modal');
    const cross = this.modalEl.createDiv({ cls: 'modal-close-button', text: '×' });
    cross.addEventListener('click', () => this.close());
    this.titleEl = this.modalEl.createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
  }

  open(): void {
    document.body.append(this.containerEl);
    document.addEventListener('keydown', this.onKey);
    void this.onOpen();
  }

  close(): void {
    if (!this.containerEl.isConnected) return;
    this.containerEl.remove();
    document.removeEventListener('keydown', this.onKey);
    this.onClose();
  }

  onOpen(): Promise<void> | void {}

  onClose(): void {}

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }
}

/** A button of a setting. */
export class ButtonComponent implements PartOf<Obsidian.ButtonComponent> {
  buttonEl: HTMLButtonElement;
  disabled = false;

  constructor(containerEl: HTMLElement) {
    this.buttonEl = containerEl.createEl('button');
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  setCta(): this {
    this.buttonEl.addClass('mod-cta');
    return this;
  }

  setDisabled(isDisabled: boolean): this {
    this.disabled = isDisabled;
    this.buttonEl.disabled = isDisabled;
    return this;
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.buttonEl.addEventListener('click', (event) => void callback(event));
    return this;
  }
}

/** A row with a name on the left and controls on the right. */
export class Setting implements PartOf<Obsidian.Setting> {
  settingEl: HTMLElement;
  infoEl: HTMLElement;
  nameEl: HTMLElement;
  descEl: HTMLElement;
  controlEl: HTMLElement;
  components: Obsidian.BaseComponent[] = [];

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  setName(name: string | DocumentFragment): this {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(text: string | DocumentFragment): this {
    this.descEl.setText(text);
    return this;
  }

  addButton(build: (button: Obsidian.ButtonComponent) => unknown): this {
    const button = new ButtonComponent(this.controlEl);
    build(standFor<Obsidian.ButtonComponent>(button));
    return this;
  }
}

import type * as Obsidian from 'obsidian';
import { Modal } from './dialogs.ts';
import type { PartOf } from './stand-for.ts';

/** Lets a person type a part of what they look for, and choose among what has it; the first one is chosen by Enter. */
export abstract class FuzzySuggestModal<T> extends Modal implements PartOf<Obsidian.FuzzySuggestModal<T>> {
  inputEl: HTMLInputElement;
  resultContainerEl: HTMLElement;

  constructor(app: Obsidian.App) {
    super(app);
    this.modalEl.addClass('prompt');
    this.inputEl = this.contentEl.createEl('input', { type: 'text', cls: 'prompt-input' });
    this.resultContainerEl = this.contentEl.createDiv({ cls: 'prompt-results', attr: { 'data-drawn-by': 'app' } });
    this.inputEl.addEventListener('input', () => this.showItems());
    this.inputEl.addEventListener('keydown', (event) => {
      const [first] = this.findItems();
      if (event.key !== 'Enter' || first === undefined) return;
      // What has the focus after it would take the key too.
      event.preventDefault();
      this.choose(first, event);
    });
  }

  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  override onOpen(): void {
    this.showItems();
    this.inputEl.focus();
  }

  private findItems(): T[] {
    const typed = this.inputEl.value.toLowerCase();
    return this.getItems().filter((item) => this.getItemText(item).toLowerCase().includes(typed));
  }

  private showItems(): void {
    this.resultContainerEl.empty();
    for (const item of this.findItems()) {
      const element = this.resultContainerEl.createDiv({ cls: 'suggestion-item', text: this.getItemText(item) });
      element.addEventListener('click', (event) => this.choose(item, event));
    }
  }

  private choose(item: T, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseItem(item, event);
  }
}

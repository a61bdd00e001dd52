import type * as Obsidian from 'obsidian';
import { Modal } from './dialogs.ts';
import type { PartOf } from './stand-for.ts';

/** A list to choose from, which gets shorter with each letter that is typed. */
export abstract class FuzzySuggestModal<T>
  extends Modal
  implements PartOf<Omit<Obsidian.FuzzySuggestModal<T>, keyof Obsidian.Modal>>
{
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;

  constructor(app: Obsidian.App) {
    super(app);
    this.modalEl.empty();
    this.modalEl.addClass('prompt');
    this.inputEl = this.modalEl.createEl('input', { cls: 'prompt-input', type: 'text' });
    this.resultContainerEl = this.modalEl.createDiv('prompt-results');
    this.inputEl.addEventListener('input', () => this.list());
    this.inputEl.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.resultContainerEl.find('.suggestion-item')?.click();
    });
  }

  abstract getItems(): T[];
  abstract getItemText(item: T): string;
  abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  override open(): void {
    super.open();
    this.list();
    this.inputEl.focus();
  }

  private list(): void {
    this.resultContainerEl.empty();
    for (const item of this.getItems().filter((each) => isLike(this.getItemText(each), this.inputEl.value))) {
      const row = this.resultContainerEl.createDiv({ cls: 'suggestion-item', text: this.getItemText(item) });
      row.addEventListener('click', (event) => {
        this.close();
        this.onChooseItem(item, event);
      });
    }
  }
}

/** Whether a text has the letters of a query in their order. */
function isLike(text: string, query: string): boolean {
  let from = 0;
  return [...query.toLowerCase()].every((letter) => {
    from = text.toLowerCase().indexOf(letter, from) + 1;
    return from > 0;
  });
}

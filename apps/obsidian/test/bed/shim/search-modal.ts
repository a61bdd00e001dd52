import type * as Obsidian from 'obsidian';
import { Modal } from './dialogs.ts';
import type { PartOf } from './stand-for.ts';

const LIMIT = 100;

/** Lets a person type what they look for, and choose among what is suggested: by arrows and Enter, or by a click. */
export abstract class SuggestModal<T> extends Modal implements PartOf<Obsidian.SuggestModal<T>> {
  limit = LIMIT;
  emptyStateText = 'No results found.';
  inputEl: HTMLInputElement;
  resultContainerEl: HTMLElement;
  private items: readonly T[] = [];
  private selected = 0;

  constructor(app: Obsidian.App) {
    super(app);
    this.modalEl.addClass('prompt');
    this.inputEl = this.contentEl.createEl('input', { type: 'text', cls: 'prompt-input' });
    this.resultContainerEl = this.contentEl.createDiv({ cls: 'prompt-results', attr: { 'data-drawn-by': 'app' } });
    this.inputEl.addEventListener('input', () => void this.update());
    this.inputEl.addEventListener('keydown', (event) => this.onKeyDown(event));
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, element: HTMLElement): void;
  abstract onChooseSuggestion(item: T, event: MouseEvent | KeyboardEvent): void;

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  override onOpen(): void {
    void this.update();
    this.inputEl.focus();
  }

  selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  private async update(): Promise<void> {
    const items = this.getSuggestions(this.inputEl.value);
    this.items = (Array.isArray(items) ? items : await items).slice(0, this.limit);
    this.resultContainerEl.empty();
    for (const item of this.items) {
      const element = this.resultContainerEl.createDiv('suggestion-item');
      this.renderSuggestion(item, element);
      element.addEventListener('click', (event) => this.selectSuggestion(item, event));
    }
    if (this.items.length === 0) {
      this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
    }
    this.select(0);
  }

  private onKeyDown(event: KeyboardEvent): void {
    const item = this.items[this.selected];
    if (event.key === 'ArrowDown') this.select((this.selected + 1) % this.items.length);
    else if (event.key === 'ArrowUp') this.select((this.selected - 1 + this.items.length) % this.items.length);
    else if (event.key === 'Enter' && item !== undefined) {
      event.preventDefault();
      this.selectSuggestion(item, event);
    }
  }

  private select(index: number): void {
    this.selected = index;
    for (const [each, element] of this.resultContainerEl.findAll('.suggestion-item').entries()) {
      element.toggleClass('is-selected', each === index);
      if (each === index) element.scrollIntoView({ block: 'nearest' });
    }
  }
}

/** Finds a text that has the characters of a query in their order; the nearer they stand together, the better it is. */
export const prepareFuzzySearch: typeof Obsidian.prepareFuzzySearch = (query) => {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '').split('');
  return (text) => {
    const lower = text.toLowerCase();
    const matches: [number, number][] = [];
    let from = 0;
    for (const character of wanted) {
      const at = lower.indexOf(character, from);
      if (at === -1) return null;
      const last = matches.at(-1);
      if (last?.[1] === at) last[1] = at + 1;
      else matches.push([at, at + 1]);
      from = at + 1;
    }
    return { score: -matches.length - (from - wanted.length) / 1000, matches };
  };
};

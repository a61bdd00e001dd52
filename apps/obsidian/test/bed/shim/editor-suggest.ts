import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import type * as Obsidian from 'obsidian';
import { editorInfoField } from './live-preview.ts';
import type { PartOf } from './stand-for.ts';

const LIMIT = 100;

/**
 * Offers something while somebody types. It is asked after each change that a person makes, and while it is shown, after each move of the cursor too. Arrows move through
 * the list, Enter takes what is selected, Escape closes it.
 */
export abstract class EditorSuggest<T> implements PartOf<Obsidian.EditorSuggest<T>> {
  app: Obsidian.App;
  context: Obsidian.EditorSuggestContext | null = null;
  limit = LIMIT;
  private items: readonly T[] = [];
  private selected = 0;
  private readonly containerEl = createDiv('suggestion-container');

  constructor(app: Obsidian.App) {
    this.app = app;
  }

  abstract onTrigger(
    cursor: Obsidian.EditorPosition,
    editor: Obsidian.Editor,
    file: Obsidian.TFile | null,
  ): Obsidian.EditorSuggestTriggerInfo | null;
  abstract getSuggestions(context: Obsidian.EditorSuggestContext): T[] | Promise<T[]>;
  abstract renderSuggestion(value: T, element: HTMLElement): void;
  abstract selectSuggestion(value: T, event: MouseEvent | KeyboardEvent): void;

  open(): void {
    document.body.append(this.containerEl);
  }

  close(): void {
    this.containerEl.remove();
    this.context = null;
  }

  /** What the app adds to each editor for it. */
  toExtension(): Extension {
    const onKey = (run: (view: EditorView) => void) => (view: EditorView) => {
      const isShown = this.context !== null;
      if (isShown) run(view);
      return isShown;
    };
    const move = (by: number) => () => this.select((this.selected + by + this.items.length) % this.items.length);
    return [
      EditorView.updateListener.of((update) => void this.follow(update)),
      Prec.highest(
        keymap.of([
          { key: 'ArrowDown', run: onKey(move(1)) },
          { key: 'ArrowUp', run: onKey(move(-1)) },
          { key: 'Enter', run: onKey(() => this.take(new KeyboardEvent('keydown', { key: 'Enter' }))) },
          { key: 'Escape', run: onKey(() => this.close()) },
        ]),
      ),
    ];
  }

  private async follow({ view, docChanged, selectionSet, transactions }: ViewUpdate): Promise<void> {
    const isTyped = transactions.some((each) => each.isUserEvent('input') || each.isUserEvent('delete'));
    if (!isTyped && (this.context === null || !(docChanged || selectionSet))) return;
    const { editor, file } = view.state.field(editorInfoField);
    const found = editor && this.onTrigger(editor.getCursor(), editor, file);
    if (!editor || !file || !found) {
      this.close();
      return;
    }
    const context = { ...found, editor, file };
    this.context = context;
    const items = this.getSuggestions(context);
    this.items = (Array.isArray(items) ? items : await items).slice(0, this.limit);
    if (this.items.length === 0) this.close();
    else this.show(view);
  }

  private show(view: EditorView): void {
    const list = createDiv('suggestion');
    for (const [index, item] of this.items.entries()) {
      const element = list.createDiv('suggestion-item');
      this.renderSuggestion(item, element);
      element.addEventListener('mousedown', (event) => {
        event.preventDefault();
        this.selected = index;
        this.take(event);
      });
    }
    this.containerEl.replaceChildren(list);
    this.open();
    this.select(0);
    const { head } = view.state.selection.main;
    view.requestMeasure({
      read: () => view.coordsAtPos(head),
      write: (place) => {
        this.containerEl.style.left = `${place?.left ?? 0}px`;
        this.containerEl.style.top = `${place?.bottom ?? 0}px`;
      },
    });
  }

  private select(index: number): void {
    this.selected = index;
    for (const [each, element] of this.containerEl.findAll('.suggestion-item').entries()) {
      element.toggleClass('is-selected', each === index);
      if (each === index) element.scrollIntoView({ block: 'nearest' });
    }
  }

  private take(event: MouseEvent | KeyboardEvent): void {
    const item = this.items[this.selected];
    if (item !== undefined) this.selectSuggestion(item, event);
  }
}

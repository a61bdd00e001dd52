/** Items that are shown as rows, and how. */
export interface KeyedListOptions<Item> {
  readonly keyOf: (item: Item) => string;
  /** What a row shows of its item; the row is filled again when this is different. */
  readonly stateOf: (item: Item) => unknown;
  /** Fills a row that is empty. */
  readonly fill: (rowEl: HTMLElement, item: Item) => void;
}

interface Row {
  readonly el: HTMLElement;
  state: string;
}

/** Rows that follow their items: a row stays the same element for as long as its item is there, and the focus stays where it is. */
export class KeyedList<Item> {
  private readonly listEl: HTMLElement;
  private readonly options: KeyedListOptions<Item>;
  private readonly rows = new Map<string, Row>();

  constructor(listEl: HTMLElement, options: KeyedListOptions<Item>) {
    this.listEl = listEl;
    this.options = options;
  }

  /** Shows these items, in this order, and no others. */
  show(items: readonly Item[]): void {
    const { keyOf } = this.options;
    const keys = new Set(items.map(keyOf));
    for (const [key, { el }] of this.rows) {
      if (keys.has(key)) continue;
      el.remove();
      this.rows.delete(key);
    }
    let next = this.listEl.firstChild;
    for (const item of items) {
      const { el } = this.toRow(item);
      if (el === next) next = el.nextSibling;
      else this.listEl.insertBefore(el, next);
    }
  }

  private toRow(item: Item): Row {
    const { keyOf, stateOf, fill } = this.options;
    const key = keyOf(item);
    const state = JSON.stringify(stateOf(item));
    const row = this.rows.get(key) ?? { el: createDiv('toolyard-row'), state: '' };
    this.rows.set(key, row);
    if (row.state !== state) {
      row.state = state;
      keepFocus(row.el, () => {
        row.el.empty();
        fill(row.el, item);
      });
    }
    return row;
  }
}

/** Gives the focus to the control of the same name, where a person was at one that is made again. */
function keepFocus(el: HTMLElement, change: () => void): void {
  const focused = el.doc.activeElement;
  const name = focused !== null && el.contains(focused) ? nameOf(focused) : undefined;
  change();
  if (name === undefined) return;
  el.findAll('button, summary')
    .find((each) => nameOf(each) === name)
    ?.focus();
}

function nameOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.getText();
}

import type * as Obsidian from 'obsidian';
import { standFor, type PartOf } from './stand-for.ts';

/** One line of a menu. */
class MenuItem implements PartOf<Obsidian.MenuItem> {
  readonly element: HTMLElement;
  private readonly titleEl: HTMLElement;

  constructor(parent: HTMLElement, close: () => void) {
    this.element = parent.createDiv({ cls: 'menu-item', attr: { role: 'menuitem', tabindex: 0 } });
    this.titleEl = this.element.createDiv('menu-item-title');
    this.element.addEventListener('click', close);
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.setText(title);
    return this;
  }

  setIcon(icon: string | null): this {
    this.element.setAttr('data-icon', icon);
    return this;
  }

  setChecked(isChecked: boolean | null): this {
    this.element.setAttr('role', 'menuitemcheckbox');
    this.element.setAttr('aria-checked', isChecked === true);
    this.element.toggleClass('mod-checked', isChecked === true);
    return this;
  }

  onClick(callback: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.element.addEventListener('click', (event) => void callback(event));
    return this;
  }
}

/** A menu at the mouse; a click anywhere closes it. */
export class Menu implements PartOf<Omit<Obsidian.Menu, keyof Obsidian.Component>> {
  private readonly element = createDiv({ cls: 'menu', attr: { role: 'menu' } });
  private readonly remove = (): void => this.element.remove();

  addItem(build: (item: Obsidian.MenuItem) => unknown): this {
    build(standFor<Obsidian.MenuItem>(new MenuItem(this.element, this.remove)));
    return this;
  }

  addSeparator(): this {
    this.element.createDiv('menu-separator');
    return this;
  }

  showAtMouseEvent({ clientX, clientY }: MouseEvent): this {
    if (this.element.childElementCount === 0) return this;
    document.body.append(this.element);
    this.element.style.left = `${clientX}px`;
    this.element.style.top = `${clientY}px`;
    // The click that opens it is still on its way.
    window.setTimeout(() => document.addEventListener('click', this.remove, { once: true }));
    return this;
  }
}

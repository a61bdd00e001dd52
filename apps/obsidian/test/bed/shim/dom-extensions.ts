// What Obsidian adds to the page's own classes.

const NODE = {
  createEl(
    this: Node,
    tag: keyof HTMLElementTagNameMap,
    info?: DomElementInfo | string,
    callback?: (el: HTMLElement) => void,
  ) {
    const element = makeElement(this.ownerDocument ?? document, tag, info);
    if (typeof info === 'object' && info.prepend === true) this.insertBefore(element, this.firstChild);
    else this.appendChild(element);
    callback?.(element);
    return element;
  },
  createDiv(this: Node, info?: DomElementInfo | string, callback?: (el: HTMLDivElement) => void) {
    return this.createEl('div', info, callback);
  },
  createSpan(this: Node, info?: DomElementInfo | string, callback?: (el: HTMLSpanElement) => void) {
    return this.createEl('span', info, callback);
  },
  empty(this: Node) {
    while (this.lastChild) this.lastChild.remove();
  },
  detach(this: Node) {
    this.parentNode?.removeChild(this);
  },
  appendText(this: Node, text: string) {
    this.appendChild((this.ownerDocument ?? document).createTextNode(text));
  },
  instanceOf(this: Node, type: new () => unknown) {
    return this instanceof type;
  },
};

const ELEMENT = {
  getText(this: Element) {
    return this.textContent ?? '';
  },
  setText(this: Element, text: string | DocumentFragment) {
    this.replaceChildren(text);
  },
  addClass(this: Element, ...classes: string[]) {
    this.classList.add(...classes);
  },
  removeClass(this: Element, ...classes: string[]) {
    this.classList.remove(...classes);
  },
  toggleClass(this: Element, classes: string | string[], value: boolean) {
    for (const each of [classes].flat()) this.classList.toggle(each, value);
  },
  hasClass(this: Element, name: string) {
    return this.classList.contains(name);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null) {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  },
  getAttr(this: Element, name: string) {
    return this.getAttribute(name);
  },
  find(this: Element, selector: string) {
    return this.querySelector(selector);
  },
  findAll(this: Element, selector: string) {
    return [...this.querySelectorAll(selector)];
  },
};

const HTML_ELEMENT = {
  show(this: HTMLElement) {
    this.style.display = '';
  },
  hide(this: HTMLElement) {
    this.style.display = 'none';
  },
  toggle(this: HTMLElement, isShown: boolean) {
    this.style.display = isShown ? '' : 'none';
  },
};

/** Puts Obsidian's additions to the DOM in place; the names and types are those that obsidian.d.ts declares. */
export function extendDom(window: Window & typeof globalThis): void {
  const { Node, Element, HTMLElement, document } = window;
  define(Node.prototype, NODE);
  define(Element.prototype, ELEMENT);
  define(HTMLElement.prototype, HTML_ELEMENT);
  Object.defineProperty(Node.prototype, 'doc', { get: docOf, configurable: true });
  Object.defineProperty(Node.prototype, 'win', { get: winOf, configurable: true });
  define(window, {
    activeDocument: document,
    activeWindow: window,
    createEl: (tag: keyof HTMLElementTagNameMap, info?: DomElementInfo | string) => makeElement(document, tag, info),
    createDiv: (info?: DomElementInfo | string) => makeElement(document, 'div', info),
    createSpan: (info?: DomElementInfo | string) => makeElement(document, 'span', info),
    createFragment: () => document.createDocumentFragment(),
  });
}

function docOf(this: Node): Document {
  return this.ownerDocument ?? document;
}

function winOf(this: Node): Window {
  return this.doc.defaultView ?? window;
}

function define(target: object, members: object): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

function makeElement(
  doc: Document,
  tag: keyof HTMLElementTagNameMap,
  given: DomElementInfo | string = {},
): HTMLElement {
  const { cls, text, attr, title, value, type, placeholder, href, parent } =
    typeof given === 'string' ? { cls: given } : given;
  const element = doc.createElement(tag);
  for (const name of [cls ?? []].flat().flatMap((each) => each.split(' ')))
    if (name !== '') element.classList.add(name);
  if (text !== undefined) element.append(text);
  const attributes = { ...attr, title, value, type, placeholder, href };
  for (const [name, each] of Object.entries(attributes)) {
    if (each !== undefined && each !== null) element.setAttribute(name, each);
  }
  parent?.appendChild(element);
  return element;
}

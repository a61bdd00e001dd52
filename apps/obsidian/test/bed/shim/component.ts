import type * as Obsidian from 'obsidian';
import type { PartOf } from './stand-for.ts';

interface Listener extends Obsidian.EventRef {
  readonly name: string;
  readonly callback: (...data: never[]) => unknown;
  readonly events: Events;
}

/** Named events, as the vault and the workspace have them. */
export class Events implements PartOf<Obsidian.Events> {
  private readonly listeners = new Set<Listener>();

  on(name: string, callback: (...data: never[]) => unknown): Obsidian.EventRef {
    const listener: Listener = { name, callback, events: this };
    this.listeners.add(listener);
    return listener;
  }

  off(name: string, callback: (...data: never[]) => unknown): void {
    for (const each of this.listeners)
      if (each.name === name && each.callback === callback) this.listeners.delete(each);
  }

  offref(ref: Obsidian.EventRef): void {
    for (const each of this.listeners) if (each === ref) this.listeners.delete(each);
  }

  /** How many listen, to whatever. */
  get listenerCount(): number {
    return this.listeners.size;
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const each of this.listeners) if (each.name === name) Reflect.apply(each.callback, undefined, data);
  }
}

/** Everything that is loaded, and that takes back what it registered when it is unloaded. */
export class Component implements Obsidian.Component {
  private readonly children = new Set<Obsidian.Component>();
  private readonly takeBacks: (() => unknown)[] = [];
  private isLoaded = false;
  /** What `onload` gave: a promise, of plugins. */
  loaded: unknown;

  load(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.loaded = this.onload();
    for (const child of this.children) child.load();
  }

  onload(): void {}

  unload(): void {
    if (!this.isLoaded) return;
    this.isLoaded = false;
    for (const child of [...this.children].toReversed()) this.removeChild(child);
    for (const takeBack of this.takeBacks.splice(0).toReversed()) takeBack();
    this.onunload();
  }

  onunload(): void {}

  addChild<T extends Obsidian.Component>(child: T): T {
    this.children.add(child);
    if (this.isLoaded) child.load();
    return child;
  }

  removeChild<T extends Obsidian.Component>(child: T): T {
    if (this.children.delete(child)) child.unload();
    return child;
  }

  register(takeBack: () => unknown): void {
    this.takeBacks.push(takeBack);
  }

  registerEvent(ref: Obsidian.EventRef): void {
    this.register(() => isListener(ref) && ref.events.offref(ref));
  }

  registerDomEvent(
    target: Window | Document | HTMLElement,
    type: string,
    callback: (this: HTMLElement, event: never) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void {
    const listener = (event: Event): void => void Reflect.apply(callback, target, [event]);
    target.addEventListener(type, listener, options);
    this.register(() => target.removeEventListener(type, listener, options));
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }
}

/** A component that lives as long as a rendered part of a note. */
export class MarkdownRenderChild extends Component implements Obsidian.MarkdownRenderChild {
  containerEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.containerEl = containerEl;
  }
}

function isListener(ref: Obsidian.EventRef): ref is Listener {
  return 'events' in ref && ref.events instanceof Events;
}

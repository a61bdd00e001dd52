import type * as Obsidian from 'obsidian';
import { Component } from './component.ts';
import { standFor, type PartOf } from './stand-for.ts';

/** A view of a plugin, in a leaf. */
export abstract class ItemView extends Component implements PartOf<Omit<Obsidian.ItemView, keyof Obsidian.Component>> {
  leaf: Obsidian.WorkspaceLeaf;
  app!: Obsidian.App;
  containerEl: HTMLElement;
  contentEl: HTMLElement;

  constructor(leaf: Obsidian.WorkspaceLeaf) {
    super();
    this.leaf = leaf;
    this.containerEl = createDiv('workspace-leaf-content');
    this.contentEl = this.containerEl.createDiv('view-content');
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  /** Loads the view; what it shows is there when this resolves. */
  async open(parent: HTMLElement): Promise<void> {
    this.containerEl.setAttr('data-type', this.getViewType());
    this.containerEl.createDiv({ cls: 'view-header-title', text: this.getDisplayText(), prepend: true });
    parent.append(this.containerEl);
    this.load();
    await this.onOpen();
  }

  close(): void {
    this.unload();
    this.containerEl.remove();
  }

  protected async onOpen(): Promise<void> {}
}

/** The views that plugins have registered, in the right sidebar and in panes. */
export class Sidebar {
  private readonly creators = new Map<string, (leaf: Obsidian.WorkspaceLeaf) => ItemView>();
  private readonly leaves: { readonly leaf: Obsidian.WorkspaceLeaf; view?: ItemView }[] = [];
  private readonly containerEl = document.body.createDiv('workspace-sidebar');

  /** The views of a type are closed with the plugin that brought it. */
  register(type: string, create: (leaf: Obsidian.WorkspaceLeaf) => ItemView): () => void {
    this.creators.set(type, create);
    return () => {
      this.creators.delete(type);
      for (const each of this.leaves.filter(({ view }) => view?.getViewType() === type)) {
        each.view?.close();
        this.leaves.splice(this.leaves.indexOf(each), 1);
      }
    };
  }

  /** How many kinds of views there are, and how many of them are open. */
  get count(): number {
    return this.creators.size + this.leaves.filter(({ view }) => view !== undefined).length;
  }

  /** A leaf in the sidebar, or in another element; `more` is what else it can do. */
  addLeaf(parent: HTMLElement = this.containerEl, more: PartOf<Obsidian.WorkspaceLeaf> = {}): Obsidian.WorkspaceLeaf {
    const leaf = standFor<Obsidian.WorkspaceLeaf>({
      ...more,
      setViewState: async ({ type }) => {
        const own = this.leaves.find((each) => each.leaf === leaf);
        const view = this.creators.get(type)?.(leaf);
        if (own === undefined || view === undefined) return;
        own.view = view;
        await view.open(parent);
      },
    });
    this.leaves.push({ leaf });
    return leaf;
  }

  leavesOfType(type: string): Obsidian.WorkspaceLeaf[] {
    return this.leaves.filter(({ view }) => view?.getViewType() === type).map(({ leaf }) => leaf);
  }
}

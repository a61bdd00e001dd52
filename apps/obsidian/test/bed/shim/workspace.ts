import type * as Obsidian from 'obsidian';
import { Events } from './component.ts';
import { MarkdownView, type NoteExtensions, type ShownMode } from './markdown-view.ts';
import { Menu } from './menu.ts';
import { Sidebar } from './sidebar.ts';
import { standFor, type PartOf } from './stand-for.ts';
import type { TFile, Vault } from './vault.ts';

/** The panes. */
export class Workspace extends Events implements PartOf<Omit<Obsidian.Workspace, 'on'>> {
  containerEl: HTMLElement;
  layoutReady = false;
  private readonly vault: Vault;
  private readonly extensions: NoteExtensions;
  private readonly views: MarkdownView[] = [];
  readonly sidebar = new Sidebar();

  constructor(vault: Vault, extensions: NoteExtensions, containerEl: HTMLElement) {
    super();
    this.vault = vault;
    this.extensions = extensions;
    this.containerEl = containerEl;
    vault.on('delete', (file: TFile) => this.close((view) => view.file === file));
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) {
      callback();
      return;
    }
    const ref = this.on('layout-ready', () => {
      this.offref(ref);
      callback();
    });
  }

  setLayoutReady(): void {
    this.layoutReady = true;
    this.trigger('layout-ready');
  }

  getLeavesOfType(type: string): Obsidian.WorkspaceLeaf[] {
    return type === 'markdown' ? this.views.map((view) => this.toLeaf(view)) : this.sidebar.leavesOfType(type);
  }

  /** A new pane, for a note or for a view of a plugin. */
  getLeaf(): Obsidian.WorkspaceLeaf {
    const leaf = this.sidebar.addLeaf(this.containerEl, {
      openFile: async ({ path }) => {
        leaf.view = standFor<Obsidian.MarkdownView>(await this.open(path, 'live'));
      },
    });
    return leaf;
  }

  getRightLeaf(): Obsidian.WorkspaceLeaf {
    return this.sidebar.addLeaf();
  }

  getMostRecentLeaf(): Obsidian.WorkspaceLeaf | null {
    const { active } = this;
    return active === undefined
      ? null
      : standFor<Obsidian.WorkspaceLeaf>({ view: standFor<Obsidian.MarkdownView>(active) });
  }

  async revealLeaf(): Promise<void> {}

  getActiveFile(): Obsidian.TFile | null {
    return this.active?.file ?? null;
  }

  getActiveViewOfType<T>(type: abstract new (...args: never[]) => T): T | null {
    const { active } = this;
    return active instanceof type ? active : null;
  }

  updateOptions(): void {
    for (const view of this.views) view.updateOptions();
  }

  /** Shows a note in a pane of its own. */
  async open(path: string, mode: ShownMode, parent: HTMLElement = this.containerEl): Promise<MarkdownView> {
    const file = this.vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no note ${path}.`);
    const view: MarkdownView = new MarkdownView(this.vault, parent, {
      file,
      text: this.views.find((each) => each.file === file)?.getViewData() ?? (await this.vault.read(file)),
      mode,
      extensions: this.extensions,
      // All panes of a note show each change at once, before it is saved.
      onEdit: (text) => {
        this.views.forEach((each) => each !== view && each.file === file && each.takeOver(text));
        this.trigger('editor-change', view.editor, view);
      },
    });
    this.views.push(view);
    view.load();
    view.containerEl.addEventListener('contextmenu', (event) => this.openEditorMenu(view, event));
    this.trigger('file-open', file);
    return view;
  }

  /** What each pane shows. */
  panes(): { path: string; text: string; mode: ShownMode }[] {
    return this.views.map((view) => ({ path: view.file.path, text: view.getViewData(), mode: view.shownMode }));
  }

  /** Closes all panes. */
  async closeAll(): Promise<void> {
    await Promise.all(this.views.map((view) => view.save()));
    this.close(() => true);
  }

  /** The pane that was opened last. */
  get active(): MarkdownView | undefined {
    return this.views.at(-1);
  }

  /** A pane that shows a note; the same note is opened in it by making it the active one. */
  private toLeaf(view: MarkdownView): Obsidian.WorkspaceLeaf {
    return standFor<Obsidian.WorkspaceLeaf>({
      view: standFor<Obsidian.MarkdownView>(view),
      openFile: async (file) => {
        if (file !== view.file) throw new Error('A pane of the shim shows one note.');
        this.views.push(...this.views.splice(this.views.indexOf(view), 1));
        this.trigger('file-open', file);
      },
    });
  }

  private openEditorMenu(view: MarkdownView, event: MouseEvent): void {
    if (view.getMode() !== 'source') return;
    event.preventDefault();
    const menu = new Menu();
    this.trigger('editor-menu', menu, view.editor, view);
    menu.showAtMouseEvent(event);
  }

  private close(isClosed: (view: MarkdownView) => boolean): void {
    for (const view of this.views.filter(isClosed)) {
      this.views.splice(this.views.indexOf(view), 1);
      view.unload();
      this.trigger('file-open', this.getActiveFile());
    }
  }
}

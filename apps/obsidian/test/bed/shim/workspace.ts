import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type * as Obsidian from 'obsidian';
import { Component, Events } from './component.ts';
import { Editor } from './editor.ts';
import { ReadingView } from './reading-view.ts';
import { standFor, type PartOf } from './stand-for.ts';
import type { TFile, Vault } from './vault.ts';

/** What plugins have registered for notes. */
export interface NoteExtensions {
  readonly postProcessors: Obsidian.MarkdownPostProcessor[];
  readonly editorExtensions: Extension[];
}

/** How long Obsidian waits after a change in an editor before it saves the note. */
const SAVE_DELAY_MS = 2000;

/** One note in one pane, either to be read or to be written. */
export class MarkdownView extends Component implements PartOf<Omit<Obsidian.MarkdownView, keyof Obsidian.Component>> {
  file: TFile;
  containerEl: HTMLElement;
  readonly shownEditor: Editor;
  private readonly mode: Obsidian.MarkdownViewModeType;
  private readonly vault: Vault;
  private readonly reading: ReadingView;
  private saving: number | undefined;

  constructor(
    vault: Vault,
    options: { file: TFile; text: string; mode: Obsidian.MarkdownViewModeType; extensions: NoteExtensions },
  ) {
    super();
    const { file, text, mode, extensions } = options;
    this.vault = vault;
    this.file = file;
    this.mode = mode;
    this.containerEl = createDiv({ cls: 'workspace-leaf-content', attr: { 'data-type': 'markdown' } });
    const reading = this.containerEl.createDiv({ cls: 'markdown-preview-view markdown-rendered' });
    const source = this.containerEl.createDiv({ cls: 'markdown-source-view' });
    reading.toggle(mode === 'preview');
    source.toggle(mode === 'source');
    const onUpdate = EditorView.updateListener.of(({ docChanged }) => docChanged && this.requestSave());
    this.shownEditor = new Editor(source, text, [onUpdate, extensions.editorExtensions]);
    this.reading = this.addChild(new ReadingView(reading, file.path, extensions.postProcessors));
    if (mode === 'preview') this.reading.show(text);
    this.registerEvent(vault.on('modify', (changed: TFile) => void (changed === this.file && this.showFile())));
  }

  get editor(): Obsidian.Editor {
    return standFor<Obsidian.Editor>(this.shownEditor);
  }

  get previewMode(): Obsidian.MarkdownPreviewView {
    return standFor<Obsidian.MarkdownPreviewView>({ rerender: () => this.reading.showAgain() });
  }

  getMode(): Obsidian.MarkdownViewModeType {
    return this.mode;
  }

  getViewType(): string {
    return 'markdown';
  }

  getViewData(): string {
    return this.shownEditor.getValue();
  }

  requestSave(): void {
    window.clearTimeout(this.saving);
    this.saving = window.setTimeout(() => void this.save(), SAVE_DELAY_MS);
  }

  async save(): Promise<void> {
    window.clearTimeout(this.saving);
    const text = this.shownEditor.getValue();
    if (text !== (await this.vault.read(this.file))) await this.vault.modify(this.file, text);
  }

  override onunload(): void {
    this.shownEditor.cm.destroy();
    this.containerEl.remove();
  }

  private async showFile(): Promise<void> {
    const text = await this.vault.read(this.file);
    if (text !== this.shownEditor.getValue()) this.shownEditor.setValue(text);
    window.clearTimeout(this.saving);
    if (this.mode === 'preview') this.reading.show(text);
  }
}

/** The panes. */
export class Workspace extends Events implements PartOf<Omit<Obsidian.Workspace, 'on'>> {
  containerEl: HTMLElement;
  layoutReady = false;
  private readonly vault: Vault;
  private readonly extensions: NoteExtensions;
  private readonly views: MarkdownView[] = [];

  constructor(vault: Vault, extensions: NoteExtensions, containerEl: HTMLElement) {
    super();
    this.vault = vault;
    this.extensions = extensions;
    this.containerEl = containerEl;
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.on('layout-ready', callback);
  }

  setLayoutReady(): void {
    this.layoutReady = true;
    this.trigger('layout-ready');
  }

  getLeavesOfType(type: string): Obsidian.WorkspaceLeaf[] {
    return type === 'markdown'
      ? this.views.map((view) => standFor<Obsidian.WorkspaceLeaf>({ view: standFor<Obsidian.MarkdownView>(view) }))
      : [];
  }

  /** Shows a note in a pane of its own. */
  async open(path: string, mode: Obsidian.MarkdownViewModeType): Promise<MarkdownView> {
    const file = this.vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no note ${path}.`);
    const view = new MarkdownView(this.vault, {
      file,
      text: await this.vault.read(file),
      mode,
      extensions: this.extensions,
    });
    this.views.push(view);
    this.containerEl.append(view.containerEl);
    view.load();
    return view;
  }

  /** Closes all panes. */
  async closeAll(): Promise<void> {
    for (const view of this.views.splice(0)) {
      await view.save();
      view.unload();
    }
  }

  /** The pane that was opened last. */
  get active(): MarkdownView | undefined {
    return this.views.at(-1);
  }
}

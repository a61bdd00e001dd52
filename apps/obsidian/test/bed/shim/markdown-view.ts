import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type * as Obsidian from 'obsidian';
import { Component } from './component.ts';
import { Editor } from './editor.ts';
import { createEditorFields, setLivePreview } from './live-preview.ts';
import { ReadingView } from './reading-view.ts';
import { standFor, type PartOf } from './stand-for.ts';
import type { TFile, Vault } from './vault.ts';

/** What plugins have registered for notes. */
export interface NoteExtensions {
  readonly postProcessors: Obsidian.MarkdownPostProcessor[];
  readonly editorExtensions: Extension[];
}

/** How a pane shows a note: `source` and `live` are the two ways to write in it. */
export type ShownMode = 'preview' | 'source' | 'live';

/** A note that a pane begins to show. */
export interface OpenedNote {
  readonly file: TFile;
  readonly text: string;
  readonly mode: ShownMode;
  readonly extensions: NoteExtensions;
  /** Called with the text after each change in its editor. */
  readonly onEdit: (text: string) => void;
}

/** How long Obsidian waits after a change in an editor before it saves the note. */
const SAVE_DELAY_MS = 2000;

/** One note in one pane, either to be read or to be written. */
export class MarkdownView extends Component implements PartOf<Omit<Obsidian.MarkdownView, keyof Obsidian.Component>> {
  file: TFile;
  containerEl: HTMLElement;
  readonly shownEditor: Editor;
  private mode: ShownMode;
  private readonly vault: Vault;
  private readonly note: OpenedNote;
  private readonly reading: ReadingView;
  private readonly readingEl: HTMLElement;
  private readonly sourceEl: HTMLElement;
  private isTakingOver = false;
  private saving: number | undefined;
  /** Whether the file has not yet what was typed here. */
  private isDirty = false;

  constructor(vault: Vault, parent: HTMLElement, note: OpenedNote) {
    super();
    this.vault = vault;
    this.note = note;
    this.file = note.file;
    this.mode = note.mode;
    this.containerEl = parent.createDiv({ cls: 'workspace-leaf-content', attr: { 'data-type': 'markdown' } });
    this.readingEl = this.containerEl.createDiv({ cls: 'markdown-preview-view markdown-rendered' });
    this.sourceEl = this.containerEl.createDiv({ cls: 'markdown-source-view mod-cm6' });
    const onUpdate = EditorView.updateListener.of(({ docChanged }) => docChanged && this.onEdited());
    const fields = createEditorFields(standFor<Obsidian.MarkdownFileInfo>(this), this.mode === 'live');
    const { editorExtensions, postProcessors } = note.extensions;
    this.shownEditor = new Editor(this.sourceEl, note.text, { own: [onUpdate, fields], ofPlugins: editorExtensions });
    this.reading = this.addChild(new ReadingView(this.readingEl, this.file, postProcessors));
    this.setMode(this.mode);
    this.registerEvent(vault.on('modify', (changed: TFile) => void (changed === this.file && this.showFile())));
  }

  get editor(): Obsidian.Editor {
    return standFor<Obsidian.Editor>(this.shownEditor);
  }

  get previewMode(): Obsidian.MarkdownPreviewView {
    return standFor<Obsidian.MarkdownPreviewView>({ rerender: () => this.reading.showAgain() });
  }

  getMode(): Obsidian.MarkdownViewModeType {
    return this.mode === 'preview' ? 'preview' : 'source';
  }

  get shownMode(): ShownMode {
    return this.mode;
  }

  getViewType(): string {
    return 'markdown';
  }

  getViewData(): string {
    return this.shownEditor.getValue();
  }

  setMode(mode: ShownMode): void {
    this.mode = mode;
    this.readingEl.toggle(mode === 'preview');
    this.sourceEl.toggle(mode !== 'preview');
    this.sourceEl.toggleClass('is-live-preview', mode === 'live');
    this.shownEditor.cm.dispatch({ effects: setLivePreview.of(mode === 'live') });
    if (mode === 'preview') this.reading.show(this.getViewData());
  }

  /** Takes over what plugins have registered by now. */
  updateOptions(): void {
    this.shownEditor.updateOptions(this.note.extensions.editorExtensions);
  }

  /** Shows a text that another pane or the file has by now. */
  takeOver(text: string): void {
    if (text !== this.getViewData()) {
      this.isTakingOver = true;
      this.shownEditor.setValue(text);
      this.isTakingOver = false;
    }
    if (this.mode === 'preview') this.reading.show(text);
  }

  requestSave(): void {
    this.isDirty = true;
    window.clearTimeout(this.saving);
    this.saving = window.setTimeout(() => void this.save(), SAVE_DELAY_MS);
  }

  async save(): Promise<void> {
    window.clearTimeout(this.saving);
    if (!this.isDirty || this.vault.getFileByPath(this.file.path) !== this.file) return;
    this.isDirty = false;
    const text = this.getViewData();
    if (text !== (await this.vault.read(this.file))) await this.vault.modify(this.file, text);
  }

  override onunload(): void {
    window.clearTimeout(this.saving);
    this.shownEditor.cm.destroy();
    this.containerEl.remove();
  }

  private onEdited(): void {
    if (this.isTakingOver) return;
    this.requestSave();
    this.note.onEdit(this.getViewData());
  }

  private async showFile(): Promise<void> {
    window.clearTimeout(this.saving);
    this.isDirty = false;
    this.takeOver(await this.vault.read(this.file));
  }
}

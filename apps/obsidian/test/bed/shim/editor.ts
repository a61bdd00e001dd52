import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type * as Obsidian from 'obsidian';
import type { PartOf } from './stand-for.ts';

/** An editor as plugins have it, on a real CodeMirror. */
export class Editor implements PartOf<Obsidian.Editor> {
  readonly cm: EditorView;
  private readonly ofPlugins = new Compartment();

  /** `own` is the app's, and stays; `ofPlugins` is what plugins registered until now. */
  constructor(parent: HTMLElement, text: string, { own, ofPlugins }: { own: Extension; ofPlugins: Extension }) {
    const extensions = [history(), keymap.of([...defaultKeymap, ...historyKeymap]), own, this.ofPlugins.of(ofPlugins)];
    this.cm = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  }

  /** Takes over what plugins have registered by now. */
  updateOptions(ofPlugins: Extension): void {
    this.cm.dispatch({ effects: this.ofPlugins.reconfigure(ofPlugins) });
  }

  getValue(): string {
    return this.cm.state.doc.toString();
  }

  setValue(text: string): void {
    this.cm.dispatch({ changes: { from: 0, to: this.cm.state.doc.length, insert: text } });
  }

  getLine(line: number): string {
    return this.cm.state.doc.line(line + 1).text;
  }

  lineCount(): number {
    return this.cm.state.doc.lines;
  }

  lastLine(): number {
    return this.lineCount() - 1;
  }

  getRange(from: Obsidian.EditorPosition, to: Obsidian.EditorPosition): string {
    return this.cm.state.sliceDoc(this.posToOffset(from), this.posToOffset(to));
  }

  replaceRange(text: string, from: Obsidian.EditorPosition, to = from, origin?: string): void {
    this.transaction({ changes: [{ from, to, text }] }, origin);
  }

  getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): Obsidian.EditorPosition {
    return this.offsetToPos(this.cm.state.selection.main[side]);
  }

  setCursor(position: Obsidian.EditorPosition | number, ch = 0): void {
    const place = typeof position === 'number' ? { line: position, ch } : position;
    this.cm.dispatch({ selection: { anchor: this.posToOffset(place) } });
  }

  /** Selects whole lines, both included. */
  selectLines(from: number, to: number): void {
    const { doc } = this.cm.state;
    this.cm.dispatch({ selection: { anchor: doc.line(from + 1).from, head: doc.line(to + 1).to } });
  }

  focus(): void {
    this.cm.focus();
  }

  undo(): void {
    undo(this.cm);
  }

  redo(): void {
    redo(this.cm);
  }

  transaction({ changes = [], selection }: Obsidian.EditorTransaction, origin?: string): void {
    const edits = changes.map(({ from, to = from, text }) => ({
      from: this.posToOffset(from),
      to: this.posToOffset(to),
      insert: text,
    }));
    // A selection is one of the new text.
    const { doc } = this.cm.state.update({ changes: edits }).state;
    const toNewOffset = ({ line, ch }: Obsidian.EditorPosition): number => doc.line(line + 1).from + ch;
    this.cm.dispatch({
      changes: edits,
      ...(selection && { selection: { anchor: toNewOffset(selection.from) } }),
      ...(origin !== undefined && { userEvent: origin }),
    });
  }

  posToOffset({ line, ch }: Obsidian.EditorPosition): number {
    const { from, length } = this.cm.state.doc.line(Math.min(line + 1, this.cm.state.doc.lines));
    return from + Math.min(ch, length);
  }

  offsetToPos(offset: number): Obsidian.EditorPosition {
    const { number, from } = this.cm.state.doc.lineAt(Math.min(offset, this.cm.state.doc.length));
    return { line: number - 1, ch: offset - from };
  }
}

import { toVisible } from '@toolyard/core';
import { type Completion, findOffers, isNearBlock } from '@toolyard/documents';
import { EditorSuggest, type Editor, type EditorPosition, type EditorSuggestTriggerInfo, type TFile } from 'obsidian';
import { toSummary } from './show-hints.ts';
import type { ToolsHost } from './tools-host.ts';

/** What CodeMirror calls a change that completes a word. */
const COMPLETED = 'input.complete';

/** Offers servers, tools, parameters, options and values while somebody types in a tool block. */
export class ToolSuggest extends EditorSuggest<Completion> {
  private readonly host: ToolsHost;
  private offers: readonly Completion[] = [];

  constructor(host: ToolsHost) {
    super(host.app);
    this.host = host;
  }

  override onTrigger(cursor: EditorPosition, editor: Editor, file: TFile | null): EditorSuggestTriggerInfo | null {
    const { tools, readBlocks } = this.host.toolyard;
    const lines = { line: cursor.line, lineAt: (line: number) => editor.getLine(line) };
    if (file === null || !isNearBlock(lines, () => tools.help())) return null;
    const bound = readBlocks({ path: file.path, text: editor.getValue() });
    this.offers = findOffers(bound, editor.posToOffset(cursor), tools.help());
    const [first] = this.offers;
    if (first === undefined) return null;
    const [start, end] = [editor.offsetToPos(first.start), editor.offsetToPos(first.end)];
    return { start, end, query: editor.getRange(start, cursor) };
  }

  override getSuggestions(): Completion[] {
    return [...this.offers];
  }

  override renderSuggestion({ kind, label, detail, isRequired }: Completion, element: HTMLElement): void {
    element.addClass('toolyard-suggestion');
    const title = element.createDiv({ cls: 'toolyard-suggestion-title' });
    title.createSpan({ cls: 'toolyard-suggestion-label', text: toVisible(label) });
    if (isRequired === true) title.createSpan({ cls: 'toolyard-required', text: 'required' });
    title.createSpan({ cls: 'toolyard-suggestion-kind', text: kind });
    if (detail !== '') element.createDiv({ cls: 'toolyard-suggestion-detail', text: toSummary(detail) });
  }

  override selectSuggestion({ insert }: Completion): void {
    if (this.context === null) return;
    const { editor, start, end } = this.context;
    const cursor = { line: start.line, ch: start.ch + insert.length };
    // Closed first: a key that was completed may be followed by offers for its value.
    this.close();
    editor.transaction({ changes: [{ from: start, to: end, text: insert }], selection: { from: cursor } }, COMPLETED);
  }
}

import type { JsonObject } from '@toolyard/core';
import { MarkdownView, type App, type Editor } from 'obsidian';
import type { ListedTool } from '../../tools/list-tools.ts';
import { findCallPlace, planToolCall, type CallPlace } from '../../tools/plan-tool-call.ts';
import { showNotice } from '../notices/show-notice.ts';
import type { ToolsHost } from './tools-host.ts';

/** A note that is being written. */
export interface WrittenNote {
  readonly path: string;
  readonly editor: Editor;
}

/** Names the change: the history keeps it apart from typing, and the line ranges of the frontmatter follow it. */
const INSERTED = 'input.complete';

/** The place for a tool call at the cursor; tells where there is none. */
export function findPlaceAtCursor({ toolyard }: ToolsHost, { path, editor }: WrittenNote): CallPlace | undefined {
  const bound = toolyard.readBlocks({ path, text: editor.getValue() });
  const found = findCallPlace(bound, editor.posToOffset(editor.getCursor()));
  if (found === undefined)
    showNotice('The code block at the cursor has no end. Close it, or put the cursor elsewhere.');
  return found;
}

/** Puts a tool call into a note, at the cursor as it is by now, as one step that can be undone. */
export function insertToolCall(
  host: ToolsHost,
  note: WrittenNote,
  call: { readonly tool: ListedTool; readonly values: JsonObject },
): void {
  const { path, editor } = note;
  const at = findPlaceAtCursor(host, note);
  if (at === undefined) return;
  const bound = host.toolyard.readBlocks({ path, text: editor.getValue() });
  const { start, end, text, cursor } = planToolCall(bound, at.place, call);
  const [from, to] = [editor.offsetToPos(start), editor.offsetToPos(end)];
  const before = text.slice(0, cursor - start).split('\n');
  const position = {
    line: from.line + before.length - 1,
    ch: (before.length === 1 ? from.ch : 0) + (before.at(-1) ?? '').length,
  };
  editor.transaction({ changes: [{ from, to, text }], selection: { from: position } }, INSERTED);
  editor.focus();
}

/** The note that is open to be written in, also while a view in the sidebar has the focus; tells where there is none. */
export function findWrittenNote({ workspace }: App): WrittenNote | undefined {
  const view = workspace.getMostRecentLeaf()?.view;
  const isWritten = view instanceof MarkdownView && view.getMode() === 'source';
  if (isWritten && view.file !== null) return { path: view.file.path, editor: view.editor };
  showNotice('Open the note that the call goes into, in editing view.');
  return undefined;
}

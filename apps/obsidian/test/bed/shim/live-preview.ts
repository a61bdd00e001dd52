import { RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import type * as Obsidian from 'obsidian';

/** Switches an editor between source mode and live preview. */
export const setLivePreview = StateEffect.define<boolean>();

/** Whether an editor shows live preview, as plugins read it. */
export const editorLivePreviewField: typeof Obsidian.editorLivePreviewField = StateField.define<boolean>({
  create: () => false,
  update: (isLive, { effects }) => effects.findLast((each) => each.is(setLivePreview))?.value ?? isLive,
});

/** Which note an editor shows, as plugins read it. */
export const editorInfoField: typeof Obsidian.editorInfoField = StateField.define<Obsidian.MarkdownFileInfo>({
  create: () => {
    throw new Error('An editor of the bed belongs to a note.');
  },
  update: (info) => info,
});

/** What the app itself has in each editor: the two fields, and the classes of the lines of code blocks, in both modes. */
export function createEditorFields(info: Obsidian.MarkdownFileInfo, isLive: boolean): Extension {
  return [editorLivePreviewField.init(() => isLive), editorInfoField.init(() => info), codeLines];
}

const codeLine = Decoration.line({ class: 'HyperMD-codeblock' });
const codeLines = ViewPlugin.define(
  ({ state }) => {
    const shown = {
      decorations: markCode(state),
      update({ docChanged, state: next }: ViewUpdate) {
        if (docChanged) shown.decorations = markCode(next);
      },
    };
    return shown;
  },
  { decorations: ({ decorations }) => decorations, provide: () => EditorView.lineWrapping },
);

function markCode({ doc }: EditorState): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  let fence = '';
  for (let number = 1; number <= doc.lines; number++) {
    const { from, text } = doc.line(number);
    const [marker = ''] = /^(`{3,}|~{3,})/.exec(text) ?? [];
    if (fence !== '' || marker !== '') lines.add(from, from, codeLine);
    if (fence === '') fence = marker;
    else if (marker.startsWith(fence) && text.trim() === marker) fence = '';
  }
  return lines.finish();
}

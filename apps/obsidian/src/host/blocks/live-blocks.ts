import type { ViewedNote } from '@toolyard/documents';
import {
  StateEffect,
  StateField,
  type ChangeDesc,
  type EditorState,
  type Extension,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from '@codemirror/view';
import { editorInfoField, editorLivePreviewField } from 'obsidian';
import type { BlockViews } from './block-views.ts';
import { HeaderWidget } from './header-widget.ts';
import { hideResultComments } from './hide-result-comments.ts';

/** Says that servers or runs changed, so that blocks are shown anew though the text stayed. */
const showAgain = StateEffect.define();

/** What an editor shows of the blocks of its note. */
interface LiveBlocks {
  /** Absent where the text has nothing that could be of a block or a result; such a text is not parsed. */
  readonly bound?: ViewedNote;
  readonly headers: DecorationSet;
  /** The comments around results that the cursor is not in. */
  readonly hidden: DecorationSet;
}

const NOTHING: LiveBlocks = { headers: Decoration.none, hidden: Decoration.none };

/** What every block and every result has somewhere. */
const TRACE = /tool(?:yard)?:/;

/**
 * Blocks in an editor. In live preview a header stands above each, and the comments around their results are hidden; in source mode a note is as it
 * is written, but for the headers of blocks that run.
 */
export function createLiveBlocks(views: BlockViews): Extension {
  const field = StateField.define<LiveBlocks>({
    create: (state) => decorate(state, TRACE.test(state.doc.toString()) ? readBlocks(state) : undefined),
    update(before, transaction) {
      const { state, startState, selection } = transaction;
      const bound = readAfter(before, transaction);
      if (bound === undefined) return NOTHING;
      const isSame = bound === before.bound && isLive(state) === isLive(startState) && !isShownAgain(transaction);
      return isSame && selection === undefined ? before : decorate(state, bound);
    },
    provide: (given) => [
      EditorView.decorations.from(given, ({ headers }) => headers),
      EditorView.decorations.from(given, ({ hidden }) => hidden),
      EditorView.atomicRanges.of(({ state }) => state.field(given).hidden),
    ],
  });

  function readAfter({ bound }: LiveBlocks, transaction: Transaction): ViewedNote | undefined {
    const { state, changes, docChanged } = transaction;
    if (bound === undefined) return docChanged && hasTrace(state, changes) ? readBlocks(state) : undefined;
    return docChanged || isShownAgain(transaction) ? readBlocks(state) : bound;
  }

  function readBlocks(state: EditorState): ViewedNote | undefined {
    const path = pathOf(state);
    return path === undefined ? undefined : views.readBlocks({ path, text: state.doc.toString() });
  }

  function decorate(state: EditorState, bound: ViewedNote | undefined): LiveBlocks {
    if (bound === undefined) return NOTHING;
    const path = pathOf(state) ?? '';
    const shown = isLive(state)
      ? bound.blocks
      : bound.blocks.filter((each) => views.runs.statusOf(path, each) === 'pending');
    const headers = shown.map((each) => {
      const widget = new HeaderWidget(each, { views, pathOf, blocksOf });
      return Decoration.widget({ widget, block: true, side: -1 }).range(state.doc.lineAt(each.block.range.start).from);
    });
    const hidden = isLive(state) ? hideResultComments(state, bound.note) : Decoration.none;
    return { bound, headers: Decoration.set(headers), hidden };
  }

  const blocksOf = (state: EditorState): ViewedNote['blocks'] => state.field(field).bound?.blocks ?? [];
  const follow = ViewPlugin.define((view) => {
    views.editors.add(view);
    return { destroy: () => views.editors.delete(view) };
  });
  return [field, follow];
}

/** Lets all editors show their blocks anew. */
export function refreshLiveBlocks({ editors }: BlockViews): void {
  for (const view of editors) view.dispatch({ effects: showAgain.of(null) });
}

function isShownAgain({ effects }: Transaction): boolean {
  return effects.some((effect) => effect.is(showAgain));
}

/** Looks at the lines that changed alone. */
function hasTrace({ doc }: EditorState, changes: ChangeDesc): boolean {
  let isFound = false;
  changes.iterChangedRanges((_from, _to, from, to) => {
    isFound ||= TRACE.test(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to));
  });
  return isFound;
}

function isLive(state: EditorState): boolean {
  return state.field(editorLivePreviewField, false) === true;
}

/** Editors that belong to no note show no blocks. */
function pathOf(state: EditorState): string | undefined {
  return state.field(editorInfoField, false)?.file?.path;
}

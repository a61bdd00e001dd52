import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet } from '@codemirror/view';
import type { Note } from '@toolyard/documents';

const LINE = Decoration.replace({ block: true });
const PART = Decoration.replace({});

/** Hides the comments around each result that no cursor or selection is in; those of a result without an end are shown, since one is missing. */
export function hideResultComments({ doc, selection }: EditorState, { results }: Note): DecorationSet {
  const isSelected = ({ range }: Note['results'][number]): boolean =>
    selection.ranges.some(({ from, to }) => from <= range.end && to >= range.start);
  const hide = (place: number): Range<Decoration> => {
    const { from, to, text } = doc.lineAt(place);
    // In a list or a quote something stands before it, which stays.
    const column = text.indexOf('<!--');
    return column === 0 ? LINE.range(from, to) : PART.range(from + column, to);
  };
  const hidden = results
    .filter((result) => result.closed && !isSelected(result))
    .flatMap(({ range }) => [hide(range.start), hide(range.end)]);
  return Decoration.set(hidden, true);
}

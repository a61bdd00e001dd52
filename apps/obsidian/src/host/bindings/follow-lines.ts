import {
  EditorState,
  StateField,
  type ChangeSet,
  type Extension,
  type Text,
  type Transaction,
} from '@codemirror/state';
import {
  findLineSpots,
  followEdits,
  writeLines,
  type LineEdit,
  type LineSpot,
  type LineSpots,
} from '@toolyard/documents';
import { OWN_CHANGE } from '../replace-text.ts';

/** No frontmatter that is read is longer. */
const MAX_FRONTMATTER = 140_000;
/** What Obsidian calls a change that brings the text of the file or of another pane. */
const FROM_OUTSIDE = 'set';
/** The changes that have their numbers already. */
const WITH_NUMBERS = [FROM_OUTSIDE, OWN_CHANGE];

/** Where the frontmatter says which lines are bound. Read again only when something before its end changes. */
const lineSpots = StateField.define<LineSpots>({
  create: ({ doc }) => readSpots(doc),
  update(known, { docChanged, changes, newDoc }) {
    if (!docChanged || changes.touchesRange(0, known.reach) === false) return known;
    const read = readSpots(newDoc);
    return read.isReadable ? read : { ...read, spots: carry(known.spots, changes, newDoc) };
  },
});

/**
 * Keeps the line ranges of a note's frontmatter on their lines while somebody types: the numbers change in the same transaction as the lines,
 * so that one undo takes both back.
 */
export function followLines(): Extension {
  return [lineSpots, EditorState.transactionFilter.of((edit) => withMovedLines(edit))];
}

function withMovedLines(
  edit: Transaction,
): Transaction | readonly [Transaction, { changes: Change[]; sequential: true }] {
  if (!edit.docChanged || WITH_NUMBERS.some((event) => edit.isUserEvent(event))) return edit;
  const { spots } = edit.startState.field(lineSpots);
  if (spots.length === 0) return edit;
  const lineEdits = toLineEdits(edit);
  const changes = spots.flatMap((spot) => moveSpot(spot, edit, lineEdits));
  return changes.length === 0 ? edit : [edit, { changes, sequential: true }];
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

function moveSpot({ range, start, end }: LineSpot, edit: Transaction, lineEdits: readonly LineEdit[]): Change[] {
  const { start: first, end: last } = followEdits(range, lineEdits);
  if ((first === range.start && last === range.end) || changesInside(edit.changes, start, end)) return [];
  const insert = writeLines(edit.startState.sliceDoc(start, end), { start: first, end: last });
  return [{ from: edit.changes.mapPos(start, 1), to: edit.changes.mapPos(end, -1), insert }];
}

/** Who changes the numbers themselves means what they write. */
function changesInside(changes: ChangeSet, start: number, end: number): boolean {
  let isInside = false;
  changes.iterChangedRanges((from, to) => (isInside ||= from < end && start < to));
  return isInside;
}

/** What a transaction does to the lines, from the last change to the first. */
function toLineEdits({ startState: { doc }, changes, newDoc }: Transaction): LineEdit[] {
  const edits: LineEdit[] = [];
  changes.iterChangedRanges((from, to, newFrom, newTo) => {
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    edits.unshift({
      line: first.number,
      keepsStart: from > first.from,
      keepsRest: to < last.to,
      removed: last.number - first.number,
      added: newDoc.lineAt(newTo).number - newDoc.lineAt(newFrom).number,
    });
  });
  return edits;
}

function readSpots(doc: Text): LineSpots {
  return findLineSpots(doc.sliceString(0, MAX_FRONTMATTER));
}

/** Where the ranges are while the YAML around them cannot be read, since somebody is typing in it. */
function carry(spots: readonly LineSpot[], changes: ChangeSet, doc: Text): LineSpot[] {
  return spots.flatMap((spot) => {
    const [start, end] = [changes.mapPos(spot.start, 1), changes.mapPos(spot.end, -1)];
    const [, first, last] = /([0-9]+)\s*-\s*([0-9]+)/.exec(start < end ? doc.sliceString(start, end) : '') ?? [];
    return first === undefined || last === undefined
      ? []
      : [{ range: { start: Number(first), end: Number(last) }, start, end }];
  });
}

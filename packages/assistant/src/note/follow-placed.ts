import { shrinkEdit } from '@toolyard/documents';

/** What a piece of an answer shows; a piece that is none of these is left as it is. */
export type Shown =
  | { readonly type: 'text'; readonly from: number }
  | { readonly type: 'record'; readonly index: number }
  | { readonly type: 'mark' };

/** A piece of an answer as it stands in a note, with the line breaks before it. */
export interface Chunk {
  readonly text: string;
  readonly shown?: Shown;
}

/** Where pieces that follow each other stand in a note. */
export interface Placed {
  /** The whole note. */
  readonly note: string;
  readonly start: number;
  readonly chunks: readonly Chunk[];
}

/**
 * The same pieces in the note as it is now. Those in which somebody wrote become one that is left as it is. `undefined` where
 * they are not found any more: then their mark was removed, or stands there twice.
 */
export function followPlaced(placed: Placed, note: string): Placed | undefined {
  const { note: before, start, chunks } = placed;
  if (note === before) return placed;
  const edit = shrinkEdit(before, { start: 0, end: before.length, text: note });
  if (edit === undefined) return placed;
  const moved = note.length - before.length;
  const end = start + measureChunks(chunks);
  if (edit.end <= start) return { note, start: start + moved, chunks };
  if (edit.start >= end) return { note, start, chunks };
  if (edit.start < start || edit.end > end) return findAgain(placed, note);
  const touched = touchChunks(placed, { start: edit.start, end: edit.end, moved }, note);
  return touched === undefined ? undefined : { note, start, chunks: touched };
}

/** The pieces as one text. */
export function joinChunks(chunks: readonly Chunk[]): string {
  return chunks.map(({ text }) => text).join('');
}

/** The length of that text. */
export function measureChunks(chunks: readonly Chunk[]): number {
  return chunks.reduce((length, { text }) => length + text.length, 0);
}

interface Touch {
  readonly start: number;
  readonly end: number;
  /** How much longer the note is now. */
  readonly moved: number;
}

function touchChunks({ start, chunks }: Placed, touch: Touch, note: string): readonly Chunk[] | undefined {
  const bounds = [start];
  for (const { text } of chunks) bounds.push((bounds.at(-1) ?? 0) + text.length);
  const isInsertion = touch.start === touch.end;
  // What is put in between two pieces belongs to the first of them.
  const first = chunks.findIndex((_, index) => {
    const end = bounds[index + 1] ?? 0;
    return end > touch.start || (end === touch.start && isInsertion);
  });
  const last = chunks.findLastIndex((_, index) => index === first || (bounds[index] ?? 0) < touch.end);
  const text = note.slice(bounds[first], (bounds[last + 1] ?? 0) + touch.moved);
  const within = chunks.slice(first, last + 1);
  const mark = within.find(({ shown }) => shown?.type === 'mark');
  const kept = mark === undefined ? [{ text }] : keepMark(text, mark);
  return kept === undefined ? undefined : [...chunks.slice(0, first), ...kept, ...chunks.slice(last + 1)];
}

function keepMark(text: string, mark: Chunk): readonly Chunk[] | undefined {
  const line = mark.text.trimStart();
  const at = findOnly(text, line);
  if (at === undefined) return undefined;
  const [start, end] = [text.slice(0, at).trimEnd().length, at + line.length];
  return [{ text: text.slice(0, start) }, { ...mark, text: text.slice(start, end) }, { text: text.slice(end) }];
}

/** Somebody changed the note on both sides, or moved the answer; its mark tells it from everything else. */
function findAgain({ chunks }: Placed, note: string): Placed | undefined {
  const whole = joinChunks(chunks);
  const start = findOnly(note, whole);
  if (start !== undefined) return { note, start, chunks };
  const mark = chunks.find(({ shown }) => shown?.type === 'mark');
  if (mark === undefined) return undefined;
  const text = mark.text.trimStart();
  const at = findOnly(note, text);
  if (at === undefined) return undefined;
  const kept = note.slice(0, at).trimEnd().length;
  return { note, start: kept, chunks: [{ ...mark, text: note.slice(kept, at + text.length) }] };
}

function findOnly(text: string, part: string): number | undefined {
  const at = text.indexOf(part);
  return at === -1 || part === '' || text.includes(part, at + 1) ? undefined : at;
}

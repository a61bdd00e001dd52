import {
  containAnswer,
  editNote,
  findFrontmatter,
  findSettledLength,
  parseNote,
  shrinkEdit,
  startsFrontmatter,
  type Note,
} from '@toolyard/documents';
import { followPlaced, joinChunks, measureChunks, type Chunk, type Placed } from './follow-placed.ts';
import { lineEndOf } from './line-end-of.ts';
import { renderToolRecord, type ToolRecord } from './tool-record.ts';

/** All that a model said and did until now. */
export interface AnswerContent {
  readonly text: string;
  /** In the order of the calls, each with the length of the text before it. */
  readonly records: readonly { readonly at: number; readonly record: ToolRecord }[];
  /** What stands below it; nothing where it is whole. */
  readonly mark?: string | undefined;
}

/** An answer as it stands in a note. */
export interface AnswerLayout extends Placed {
  /** How much of the text, and how many records, stand there, as they were written or as somebody changed them. */
  readonly textTo: number;
  readonly recordsTo: number;
}

/** An answer of which nothing stands in the note yet. */
export interface AnswerOpening {
  /** What it replaces; empty at the place where it goes. */
  readonly place: Placed;
  /** What stands before and behind it. */
  readonly head: Chunk;
  readonly tail: Chunk;
}

/** The note with the beginning of an answer in it. */
export function openAnswer({ place, head, tail }: AnswerOpening, content: AnswerContent): AnswerLayout {
  return layOut({ place, body: [head], behind: [tail], written: { textTo: 0, recordsTo: 0 } }, content);
}

/** The note as it is now with all of an answer in it; `undefined` where the answer is not found there any more. */
export function growAnswer(before: AnswerLayout, note: string, content: AnswerContent): AnswerLayout | undefined {
  const place = followPlaced(before, note);
  if (place === undefined) return undefined;
  const markAt = place.chunks.findIndex(({ shown }) => shown?.type === 'mark');
  const [body, behind] = [place.chunks.slice(0, markAt), place.chunks.slice(markAt + 1)];
  return layOut({ place, body, behind, written: before }, content);
}

interface Frame {
  readonly place: Placed;
  /** What stands before the mark, and behind it. */
  readonly body: readonly Chunk[];
  readonly behind: readonly Chunk[];
  readonly written: Pick<AnswerLayout, 'textTo' | 'recordsTo'>;
}

function layOut({ place, body, behind, written }: Frame, content: AnswerContent): AnswerLayout {
  const style: Style = { eol: lineEndOf(place.note), guardsDashes: hasOpenFrontmatter(place.note) };
  const again = body.map((chunk) => renderAgain(chunk, content, style));
  const pieces = addPieces(again, { written, content, style });
  const mark: readonly Chunk[] =
    content.mark === undefined ? [] : [{ text: `${style.eol.repeat(2)}${content.mark}`, shown: { type: 'mark' } }];
  const replaced = replaceChunks(place, [...pieces, ...mark, ...behind]);
  return { ...replaced, textTo: content.text.length, recordsTo: content.records.length };
}

interface Style {
  readonly eol: string;
  readonly guardsDashes: boolean;
}

interface Growth {
  readonly written: Frame['written'];
  readonly content: AnswerContent;
  readonly style: Style;
}

function renderAgain(chunk: Chunk, { records }: AnswerContent, style: Style): Chunk {
  const record = chunk.shown?.type === 'record' ? records[chunk.shown.index]?.record : undefined;
  return record === undefined ? chunk : { ...chunk, text: renderRecord(record, style) };
}

/** What is new comes below; the last text is made again, since what follows may change what it means. */
function addPieces(body: readonly Chunk[], { written, content, style }: Growth): readonly Chunk[] {
  const last = body.at(-1);
  const isGrowing = last?.shown?.type === 'text';
  const pieces = isGrowing ? body.slice(0, -1) : [...body];
  let from = last?.shown?.type === 'text' ? last.shown.from : written.textTo;
  for (const [index, { at, record }] of content.records.entries()) {
    if (index < written.recordsTo) continue;
    pieces.push(...renderText(content, from, at, style));
    pieces.push({ text: renderRecord(record, style), shown: { type: 'record', index } });
    from = Math.max(from, at);
  }
  pieces.push(...renderText(content, from, content.text.length, style));
  return pieces;
}

function renderText(
  { text, records }: AnswerContent,
  from: number,
  to: number,
  { eol, guardsDashes }: Style,
): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at < to;) {
    const length = findSettledLength(text.slice(at, to)) || to - at;
    const isFirst = at === 0 || records.some((record) => record.at === at);
    const piece = text.slice(at, at + length);
    // In the middle of a line somebody wrote into the text before, and the rest of it is a text of its own.
    const shown = containAnswer(isFirst || text[at - 1] === '\n' ? piece : piece.trimStart(), { guardsDashes });
    const gap = isFirst ? 2 : countLastBreaks(text.slice(0, at));
    if (shown !== '') {
      chunks.push({ text: `${eol.repeat(gap)}${shown.replaceAll('\n', eol)}`, shown: { type: 'text', from: at } });
    }
    at += length;
  }
  return chunks;
}

function countLastBreaks(text: string): number {
  let count = 0;
  for (let at = text.length - 1; at >= 0 && text[at]?.trim() === ''; at--) if (text[at] === '\n') count++;
  return Math.max(2, count);
}

function renderRecord(record: ToolRecord, { eol }: Style): string {
  return `${eol.repeat(2)}${renderToolRecord(record).replaceAll('\n', eol)}`;
}

function hasOpenFrontmatter(text: string): boolean {
  return startsFrontmatter(text) && findFrontmatter(text) === undefined;
}

/** Puts the pieces into the note; the line ranges of its frontmatter follow, and nothing else changes. */
function replaceChunks({ note, start, chunks }: Placed, next: readonly Chunk[]): Placed {
  // An answer may have thousands of pieces, of which the last ones change.
  const same = chunks.findIndex(({ text }, index) => text !== next[index]?.text);
  const first = same === -1 ? chunks.length : same;
  const from = start + measureChunks(chunks.slice(0, first));
  const end = from + measureChunks(chunks.slice(first));
  const edit = shrinkEdit(note, { start: from, end, text: joinChunks(next.slice(first)) });
  if (edit === undefined) return { note, start, chunks: next };
  const plain = note.slice(0, edit.start) + edit.text + note.slice(edit.end);
  const bound = findLineBindings(note);
  if (bound === undefined) return { note: plain, start, chunks: next };
  const edited = editNote(bound, [edit]);
  return { note: edited, start: start + edited.length - plain.length, chunks: next };
}

/** Line ranges are rare, so a note that has none is not read for them. */
function findLineBindings(text: string): Note | undefined {
  const place = findFrontmatter(text);
  if (place === undefined || !text.slice(place.start, place.end).includes('lines')) return undefined;
  return parseNote(text, { servers: [] });
}

import { parseNote } from '@toolyard/documents';

/** The lines of a note by whom they belong to, and where the monkey types. */
export interface NoteLines {
  /** Lines that are no result, and no words of the model; without empty ones, and without spaces at their ends. */
  readonly written: readonly string[];
  /** Those of them that stand in no answer, so that nothing may take them away. */
  readonly kept: readonly string[];
  /** Offsets of the ends of lines that are kept, of empty ones too, outside of blocks. */
  readonly ends: readonly number[];
  /** Offsets of the ends of the lines of blocks. */
  readonly blockEnds: readonly number[];
  /** Offsets in the outputs of results. */
  readonly outputs: readonly number[];
}

/** What stands between these belongs to no person, whether there is a block above it or not. */
const RESULT_START = '<!-- toolyard:result ';
const RESULT_END = '<!-- /toolyard:result -->';

/** What the model says and how it is written down; the monkey types none of it. */
const OF_MODEL = /^(#Assistant :|Turn \d+ |And a second line\.|>)/;

/**
 * Tells what a person wrote from what is replaced by results and answers. The frontmatter is nobody's, since its line numbers follow the text. All that follows
 * on an answer belongs to it, up to the next message or section.
 */
export function readLines(text: string, servers: readonly string[]): NoteLines {
  const note = parseNote(text, { servers });
  const results = note.blocks.flatMap(({ result }) => result ?? []);
  const inBlock = new Set(note.blocks.flatMap(({ range }) => numbersOf(range.line, range.endLine)));
  const first = note.frontmatter === undefined ? 1 : note.frontmatter.range.endLine + 2;
  const lines = text.split('\n');
  const found = { written: [] as string[], kept: [] as string[], ends: [] as number[], blockEnds: [] as number[] };
  let [end, isAnswer, isResult] = [-1, false, false];
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    end += line.length + 1;
    const wasResult = isResult;
    if (!inBlock.has(number)) isResult = line.includes(RESULT_START) || (isResult && !line.includes(RESULT_END));
    if (number < first || isResult || wasResult) continue;
    if (!inBlock.has(number) && /^(# |#\w+ :)/.test(line)) isAnswer = line.startsWith('#Assistant :');
    const isWritten = line.trim() !== '' && !OF_MODEL.test(line);
    if (isWritten) found.written.push(line.trimEnd());
    if (isAnswer) continue;
    if (isWritten) found.kept.push(line.trimEnd());
    (inBlock.has(number) ? found.blockEnds : found.ends).push(end);
  }
  const outputs = results.filter(({ closed }) => closed).map(({ outputRange }) => outputRange.start);
  return { ...found, outputs };
}

/** The first line that is not there any more, or not in its order; others may have come between. */
export function findLost(before: readonly string[], now: readonly string[]): string | undefined {
  let next = 0;
  for (const line of before) {
    const found = now.indexOf(line, next);
    if (found === -1) return line;
    next = found + 1;
  }
  return undefined;
}

function numbersOf(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

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

type Owner = 'app' | 'answer' | 'person';

/** Tells what a person wrote from what is replaced by results and answers. */
export function readLines(text: string, servers: readonly string[]): NoteLines {
  const note = parseNote(text, { servers });
  const inBlock = new Set(note.blocks.flatMap(({ range }) => numbersOf(range.line, range.endLine)));
  const lines = text.split('\n');
  const owners = findOwners(lines, { first: note.frontmatter?.range.endLine ?? -1, inBlock });
  const found = { written: [] as string[], kept: [] as string[], ends: [] as number[], blockEnds: [] as number[] };
  let end = -1;
  for (const [index, line] of lines.entries()) {
    end += line.length + 1;
    const isWritten = line.trim() !== '' && !OF_MODEL.test(line);
    if (owners[index] !== 'app' && isWritten) found.written.push(line.trimEnd());
    if (owners[index] !== 'person') continue;
    if (isWritten) found.kept.push(line.trimEnd());
    (inBlock.has(index + 1) ? found.blockEnds : found.ends).push(end);
  }
  const results = note.blocks.flatMap(({ result }) => result ?? []).filter(({ closed }) => closed);
  return { ...found, outputs: results.map(({ outputRange }) => outputRange.start) };
}

/**
 * Whose each line is. The frontmatter, which ends a line after `first`, is the app's, since its line numbers follow the text. All that follows on an answer
 * belongs to it, up to the next message or section.
 */
function findOwners(
  lines: readonly string[],
  { first, inBlock }: { readonly first: number; readonly inBlock: ReadonlySet<number> },
): readonly Owner[] {
  let [isAnswer, isResult] = [false, false];
  return lines.map((line, index) => {
    const isCode = inBlock.has(index + 1);
    const wasResult = isResult;
    if (!isCode) isResult = line.includes(RESULT_START) || (isResult && !line.includes(RESULT_END));
    if (isResult || wasResult || index <= first) return 'app';
    if (!isCode && /^(# |#\w+ :)/.test(line)) isAnswer = line.startsWith('#Assistant :');
    return isAnswer ? 'answer' : 'person';
  });
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

import { parseNote } from '@toolyard/documents';

/** The lines of a note by whom they belong to, and where the monkey types. */
export interface NoteLines {
  /** Lines that belong to whoever writes the note, without empty ones. */
  readonly written: readonly string[];
  /** Offsets of the ends of all that a person wrote outside of blocks, of empty lines too. */
  readonly ends: readonly number[];
  /** Offsets of the ends of the lines of blocks. */
  readonly blockEnds: readonly number[];
  /** Offsets in the outputs of results. */
  readonly outputs: readonly number[];
}

/**
 * Tells what a person wrote from what results replace. A line is written by a person unless it stands in the result of a block, in an answer of the
 * model, or in the frontmatter, whose line numbers follow the text.
 */
export function readLines(text: string, servers: readonly string[]): NoteLines {
  const note = parseNote(text, { servers });
  const results = note.blocks.flatMap(({ result }) => result ?? []);
  const first = note.frontmatter === undefined ? 1 : note.frontmatter.range.endLine + 2;
  const inResult = new Set(results.flatMap(({ range }) => numbersOf(range.line, range.endLine)));
  const lines = text.split('\n');
  const answers = findAnswers(lines, inResult);
  const written: string[] = [];
  const ends: number[] = [];
  const blockEnds: number[] = [];
  const inBlock = new Set(note.blocks.flatMap(({ range }) => numbersOf(range.line, range.endLine)));
  let end = -1;
  for (const [index, line] of lines.entries()) {
    end += line.length + 1;
    if (index + 1 < first || inResult.has(index + 1) || answers.has(index + 1)) continue;
    (inBlock.has(index + 1) ? blockEnds : ends).push(end);
    if (line.trim() !== '') written.push(line);
  }
  const outputs = results.filter(({ closed }) => closed).map(({ outputRange }) => outputRange.start);
  return { written, ends, blockEnds, outputs };
}

/** The lines from each `#Assistant :` to the next message. */
function findAnswers(lines: readonly string[], inResult: ReadonlySet<number>): ReadonlySet<number> {
  const answers = new Set<number>();
  let isAnswer = false;
  for (const [index, line] of lines.entries()) {
    const [, role] = inResult.has(index + 1) ? [] : (/^#(System|User|Assistant) :/.exec(line) ?? []);
    if (role !== undefined) isAnswer = role === 'Assistant';
    if (isAnswer) answers.add(index + 1);
  }
  return answers;
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

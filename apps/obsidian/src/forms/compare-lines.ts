/** A line of a text, and whether the other text has it at the same place. */
export interface ComparedLine {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** The lines of two texts. */
export interface ComparedTexts {
  readonly before: readonly ComparedLine[];
  readonly after: readonly ComparedLine[];
}

/** Beyond this many pairs of lines no common ones are looked for: whoever waits for the answer cannot do anything else. */
const MOST_PAIRS = 1_000_000;

/**
 * Compares two texts of JSON by their longest common lines, so that a line that moved is different too. A comma at the end of a line does not
 * count, since it says only that something follows.
 */
export function compareLines(before: string, after: string): ComparedTexts {
  const [left, right] = [before.split('\n'), after.split('\n')];
  const [leftKeys, rightKeys] = [left.map(toKey), right.map(toKey)];
  const start = countSame(leftKeys, rightKeys);
  const end = countSame(leftKeys.slice(start).toReversed(), rightKeys.slice(start).toReversed());
  const middle = findCommon(
    leftKeys.slice(start, leftKeys.length - end),
    rightKeys.slice(start, rightKeys.length - end),
  );
  const mark = (lines: readonly string[], common: ReadonlySet<number>): readonly ComparedLine[] =>
    lines.map((text, index) => ({
      text,
      isDifferent: index >= start && index < lines.length - end && !common.has(index - start),
    }));
  return { before: mark(left, middle.left), after: mark(right, middle.right) };
}

function toKey(line: string): string {
  return line.replace(/,$/, '');
}

function countSame(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((line, index) => line !== right[index]);
  return different < 0 ? left.length : different;
}

/** The places of the lines of a longest common subsequence. */
function findCommon(
  left: readonly string[],
  right: readonly string[],
): { readonly left: ReadonlySet<number>; readonly right: ReadonlySet<number> } {
  const common = { left: new Set<number>(), right: new Set<number>() };
  if (left.length * right.length > MOST_PAIRS) return common;
  const width = right.length + 1;
  // At [i, j] stands how many lines the rests from these places have in common.
  const counts = new Uint32Array((left.length + 1) * width);
  const countAt = (i: number, j: number): number => counts[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const isSame = left[i] === right[j];
      counts[i * width + j] = isSame ? countAt(i + 1, j + 1) + 1 : Math.max(countAt(i + 1, j), countAt(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) {
      common.left.add(i++);
      common.right.add(j++);
    } else if (countAt(i + 1, j) >= countAt(i, j + 1)) i++;
    else j++;
  }
  return common;
}

/** The candidate that was most probably meant, or `undefined` where none is close. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  // A third of the letters may be wrong, so that short words are not turned into quite different ones.
  let limit = Math.min(2, Math.floor(word.length / 3));
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = measureDistance(word.toLowerCase(), candidate.toLowerCase(), limit);
    if (distance > limit || (nearest !== undefined && distance === limit)) continue;
    limit = distance;
    nearest = candidate;
  }
  return nearest;
}

/** What takes longer to compare was not mistyped: the work grows with the product of the lengths. */
const MAX_WORD = 100;

/**
 * Damerau-Levenshtein (optimal string alignment): changes, and swaps of neighbours, that lead from one word to another.
 * Infinite where there are more than `limit`, or a word is too long to be compared.
 */
export function measureDistance(from: string, to: string, limit: number = Infinity): number {
  if (from === to) return 0;
  if (from.length > MAX_WORD || to.length > MAX_WORD || Math.abs(from.length - to.length) > limit) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const changed = at(last, column - 1) + (same ? 0 : 1);
      const best = Math.min(changed, at(last, column) + 1, at(current, column - 1) + 1);
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(swapped ? Math.min(best, at(beforeLast, column - 2) + 1) : best);
    }
    beforeLast = last;
    last = current;
    // Later rows build on the last two alone, and never on less than their least.
    if (Math.min(...beforeLast, ...last) > limit) return Infinity;
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

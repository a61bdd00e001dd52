/** The candidate that was most probably meant, or `undefined` where none is close. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  // A third of the letters may be wrong, so that short words are not turned into quite different ones.
  let limit = Math.min(2, Math.floor(word.length / 3));
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = measureDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance > limit || (nearest !== undefined && distance === limit)) continue;
    limit = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Damerau-Levenshtein (optimal string alignment): changes, and swaps of neighbours, that lead from one word to another. */
export function measureDistance(from: string, to: string): number {
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
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

import { measureDistance } from './find-nearest.ts';
import { toVisibleLine } from './to-line.ts';

/** The candidates that a mistyped name most likely meant, best first, at most `count`. */
export function nearest(name: string, candidates: readonly string[], count = 3): string[] {
  const wanted = name.toLowerCase();
  return candidates
    .flatMap((candidate) => {
      const limit = Math.max(1, Math.floor(candidate.length / 3));
      const distance = distanceOf(wanted, candidate.toLowerCase(), limit);
      return distance <= limit ? [{ candidate, distance }] : [];
    })
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

// People remember a part of a name more often than they mistype the whole of it.
function distanceOf(wanted: string, candidate: string, limit: number): number {
  return wanted.length >= 3 && candidate.includes(wanted) ? 1 : measureDistance(wanted, candidate, limit);
}

/** The names as a question, each on the one line whoever chose it. */
export function askWhetherMeant(names: readonly string[]): string {
  return `Did you mean ${names.map(toVisibleLine).join(' or ')}?`;
}

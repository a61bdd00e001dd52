// How figures come about: targets take turns, and only figures of the same round are compared.

/**
 * Measures every target once in each round, those that are no gateways in their own way; the order turns, so that nobody always has
 * the same neighbour. A target that fails is named by `onProblem` and left out from then on.
 */
export async function measureInTurns({ targets, rounds, measure, onProblem, onRound }) {
  const results = Object.fromEntries(targets.map(({ name }) => [name, []]));
  const failed = new Set();
  for (let round = 0; round < rounds; round++) {
    for (const target of rotate(targets, round)) {
      if (failed.has(target)) continue;
      try {
        results[target.name][round] = await (target.measure ?? measure)(target);
      } catch (error) {
        failed.add(target);
        onProblem(target, error.message);
      }
    }
    onRound(round + 1);
  }
  return results;
}

/** The results of a group in two runs as those of one with the rounds of both; what failed meanwhile has no figures in some. */
export function joinRounds(first, second) {
  const rounds = roundsOf(first);
  const join = (name) => [...Array.from({ length: rounds }, (_, round) => first[name][round]), ...second[name]];
  return Object.fromEntries(Object.keys(first).map((name) => [name, join(name)]));
}

/** The median of one figure of a target over all rounds; `undefined` where it was never measured. */
export function medianOf(results, name, key) {
  return median((results[name] ?? []).map((values) => values?.[key]));
}

/** How many rounds the medians of a group have. */
export function roundsOf(results) {
  return Math.max(0, ...Object.values(results).map(({ length }) => length));
}

/** The median of what `relate` makes of two targets in each round, by which what slows a whole round down cancels out. */
export function medianOfPairs(results, [left, right], relate) {
  const rounds = Math.max(results[left]?.length ?? 0, results[right]?.length ?? 0);
  const pairs = Array.from({ length: rounds }, (_, round) => [results[left]?.[round], results[right]?.[round]]);
  return median(pairs.map(([own, other]) => (own && other ? relate(own, other) : undefined)));
}

export function median(values) {
  const sorted = values.filter((value) => Number.isFinite(value)).toSorted((left, right) => left - right);
  if (sorted.length === 0) return undefined;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function rotate(list, by) {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** A name that a claimant could be shown under; of several claims to one name the lowest rank has it. */
export interface Claim {
  readonly name: string;
  /** Where several have the lowest rank nobody gets the name; only of rank 0 the first in order does. */
  readonly rank: number;
}

/** Whoever wants one name of its own. */
export interface Claimant {
  readonly order: readonly [server: number, index: number];
  /** Best first. */
  readonly claims: readonly Claim[];
  /** What else it claims, if it gets none of those. */
  lastClaims(): readonly Claim[];
}

/** Names shared out so that nobody has the name of another, whatever the order of arrival. */
export interface ClaimTable<C extends Claimant> {
  /** Takes claimants away and adds others; gives all whose name is new, at the cost of these and of their rivals. */
  replace(gone: readonly C[], come: readonly C[]): readonly C[];
  /** The best name that only this claimant has. */
  nameOf(claimant: C): string | undefined;
  /** Who is shown under a name. */
  holderOf(name: string): C | undefined;
  /** Who would be shown under a name if it had no better one. */
  winnerOf(name: string): C | undefined;
}

interface Contest<C> {
  readonly ranks: Map<C, number>;
  winner: C | undefined;
}

/** Creates a table without claims. */
export function createClaimTable<C extends Claimant>(): ClaimTable<C> {
  const contests = new Map<string, Contest<C>>();
  const shown = new Map<C, string>();
  /** All claims of those that have made their last ones too. */
  const extended = new Map<C, readonly Claim[]>();

  const claimsOf = (claimant: C): readonly Claim[] => extended.get(claimant) ?? claimant.claims;

  function withdraw(claimant: C): void {
    for (const { name } of claimsOf(claimant)) {
      const contest = contests.get(name);
      contest?.ranks.delete(claimant);
      if (contest?.ranks.size === 0) contests.delete(name);
    }
    shown.delete(claimant);
    extended.delete(claimant);
  }

  function enter(claimant: C, claims: readonly Claim[]): void {
    for (const { name, rank } of claims) {
      let contest = contests.get(name);
      if (contest === undefined) contests.set(name, (contest = { ranks: new Map(), winner: undefined }));
      contest.ranks.set(claimant, rank);
    }
  }

  function extend(claimant: C): readonly Claim[] {
    const last = claimant.lastClaims();
    extended.set(claimant, [...claimant.claims, ...last]);
    enter(claimant, last);
    return last;
  }

  // A name that nobody wins before and after costs its rivals nothing: under `none` every server may have a "search".
  function decide(claims: readonly Claim[]): readonly C[] {
    const affected = new Set<C>();
    for (const name of new Set(claims.map((claim) => claim.name))) {
      const contest = contests.get(name);
      if (contest === undefined) continue;
      if (contest.winner !== undefined) affected.add(contest.winner);
      contest.winner = toWinner(contest.ranks);
      if (contest.winner !== undefined) affected.add(contest.winner);
    }
    return [...affected].filter(show);
  }

  function show(claimant: C): boolean {
    const name = claimsOf(claimant).find((claim) => contests.get(claim.name)?.winner === claimant)?.name;
    if (shown.get(claimant) === name) return false;
    if (name === undefined) shown.delete(claimant);
    else shown.set(claimant, name);
    return true;
  }

  return {
    replace(gone, come) {
      const touched = [...gone, ...come].flatMap(claimsOf);
      for (const claimant of gone) withdraw(claimant);
      for (const claimant of come) enter(claimant, claimant.claims);
      const renamed = decide(touched);
      const nameless = [...come, ...renamed].filter((claimant) => !shown.has(claimant) && !extended.has(claimant));
      return [...new Set([...renamed, ...decide(nameless.flatMap(extend))])];
    },
    nameOf: (claimant) => shown.get(claimant),
    winnerOf: (name) => contests.get(name)?.winner,
    holderOf(name) {
      const winner = contests.get(name)?.winner;
      return winner !== undefined && shown.get(winner) === name ? winner : undefined;
    },
  };
}

function toWinner<C extends Claimant>(ranks: ReadonlyMap<C, number>): C | undefined {
  let lowest = Infinity;
  let best: C[] = [];
  for (const [claimant, rank] of ranks) {
    if (rank < lowest) [lowest, best] = [rank, []];
    if (rank === lowest) best.push(claimant);
  }
  if (best.length > 1 && lowest > 0) return undefined;
  return best.reduce((first, next) => (compareOrder(next, first) < 0 ? next : first));
}

/** Configuration order, then the server's own. */
export function compareOrder(one: Claimant, other: Claimant): number {
  return one.order[0] - other.order[0] || one.order[1] - other.order[1];
}

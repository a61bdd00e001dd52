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

/** Creates a table without claims; whoever gets none of its claims makes those of `toLastClaims` too. */
export function createClaimTable<C extends Claimant>(toLastClaims: (claimant: C) => readonly Claim[]): ClaimTable<C> {
  const contests = createContests<C>();
  const shown = new Map<C, string>();
  /** All claims of those that have made their last ones too. */
  const extended = new Map<C, readonly Claim[]>();

  const claimsOf = (claimant: C): readonly Claim[] => extended.get(claimant) ?? claimant.claims;

  function withdraw(claimant: C): void {
    contests.withdraw(claimant, claimsOf(claimant));
    shown.delete(claimant);
    extended.delete(claimant);
  }

  function extend(claimant: C): readonly Claim[] {
    const last = toLastClaims(claimant);
    extended.set(claimant, [...claimant.claims, ...last]);
    contests.enter(claimant, last);
    return last;
  }

  function show(claimant: C): boolean {
    const name = claimsOf(claimant).find((claim) => contests.winnerOf(claim.name) === claimant)?.name;
    if (shown.get(claimant) === name) return false;
    if (name === undefined) shown.delete(claimant);
    else shown.set(claimant, name);
    return true;
  }

  return {
    replace(gone, come) {
      const touched = [...gone, ...come].flatMap(claimsOf);
      for (const claimant of gone) withdraw(claimant);
      for (const claimant of come) contests.enter(claimant, claimant.claims);
      const renamed = contests.decide(touched).filter(show);
      const nameless = [...come, ...renamed].filter((claimant) => !shown.has(claimant) && !extended.has(claimant));
      return [...new Set([...renamed, ...contests.decide(nameless.flatMap(extend)).filter(show)])];
    },
    nameOf: (claimant) => shown.get(claimant),
    winnerOf: (name) => contests.winnerOf(name),
    holderOf(name) {
      const winner = contests.winnerOf(name);
      return winner !== undefined && shown.get(winner) === name ? winner : undefined;
    },
  };
}

interface Contest<C> {
  readonly first: C;
  readonly firstRank: number;
  /** Of all that claim the name, once there was more than one: most names of ten thousand tools have no rivals. */
  ranks: Map<C, number> | undefined;
  winner: C | undefined;
}

/** Who claims which names, and who gets them. */
interface Contests<C> {
  enter(claimant: C, claims: readonly Claim[]): void;
  withdraw(claimant: C, claims: readonly Claim[]): void;
  /** Decides about these names anew; gives all that had one of them or have it now. */
  decide(claims: readonly Claim[]): readonly C[];
  winnerOf(name: string): C | undefined;
}

function createContests<C extends Claimant>(): Contests<C> {
  const contests = new Map<string, Contest<C>>();
  return {
    enter(claimant, claims) {
      for (const { name, rank } of claims) {
        const contest = contests.get(name);
        if (contest === undefined) {
          contests.set(name, { first: claimant, firstRank: rank, ranks: undefined, winner: undefined });
        } else {
          contest.ranks ??= new Map([[contest.first, contest.firstRank]]);
          contest.ranks.set(claimant, rank);
        }
      }
    },
    withdraw(claimant, claims) {
      for (const { name } of claims) {
        const ranks = contests.get(name)?.ranks;
        ranks?.delete(claimant);
        if (ranks === undefined || ranks.size === 0) contests.delete(name);
      }
    },
    // A name that nobody wins before and after costs its rivals nothing: under `none` every server may have a "search".
    decide(claims) {
      const affected = new Set<C>();
      for (const name of new Set(claims.map((claim) => claim.name))) {
        const contest = contests.get(name);
        if (contest === undefined) continue;
        if (contest.winner !== undefined) affected.add(contest.winner);
        contest.winner = contest.ranks === undefined ? contest.first : toWinner(contest.ranks);
        if (contest.winner !== undefined) affected.add(contest.winner);
      }
      return [...affected];
    },
    winnerOf: (name) => contests.get(name)?.winner,
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

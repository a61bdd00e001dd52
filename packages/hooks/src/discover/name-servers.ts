/** A server as one file of another program defines it. */
export interface FoundDefinition {
  /** The program, e.g. `vscode`. */
  readonly source: string;
  readonly key: string;
  /** The same for the same definition, whatever its key. */
  readonly hash: string;
  readonly file: string;
  /** Why it cannot be used, for people. */
  readonly problem?: string | undefined;
}

/** A server with the name by which hooks reach it. */
export interface ReachableServer<Found> {
  /** Its key, or `source/key` where another server has the key. */
  readonly id: string;
  readonly found: Found;
  /** All files that define it in the same way, the one that counts first. */
  readonly files: readonly string[];
  readonly problem?: string | undefined;
}

/** A definition that does not count, since the same program has another one of that key in a file that comes first. */
export interface ShadowedServer<Found> {
  readonly found: Found;
  readonly by: Found;
}

/** What the names of servers are. */
export interface NamedServers<Found> {
  readonly servers: readonly ReachableServer<Found>[];
  readonly shadowed: readonly ShadowedServer<Found>[];
}

/**
 * Names the servers of other programs beside Toolyard's own, which are given as key to hash and keep their keys. Of one program the first file
 * that has a usable definition of a key counts; the same definition in several files is one server. So `found` has to be in the order of what counts more.
 */
export function nameServers<Found extends FoundDefinition>(
  found: readonly Found[],
  own: ReadonlyMap<string, string>,
): NamedServers<Found> {
  const { winners, shadowed } = chooseBySource(found);
  const distinct = joinSame(winners.filter(({ key, hash }) => own.get(key) !== hash));
  const taken = new Set(own.keys());
  const plain = new Set<Found>();
  for (const [winner] of distinct) {
    if (taken.has(winner.key)) continue;
    taken.add(winner.key);
    plain.add(winner);
  }
  const servers = distinct.map((same): ReachableServer<Found> => {
    const [winner] = same;
    const rest = { found: winner, files: filesOf(same, found), problem: winner.problem };
    if (plain.has(winner)) return { id: winner.key, ...rest };
    const id = `${winner.source}/${winner.key}`;
    const isTaken = taken.has(id);
    taken.add(id);
    return { id, ...rest, problem: isTaken ? `another server is called "${id}"` : winner.problem };
  });
  return { servers, shadowed };
}

/** Finds a server by its id, or by `source/key`, which stays right when the key becomes free. */
export function findNamedServer<Found extends FoundDefinition>(
  servers: readonly ReachableServer<Found>[],
  id: string,
): ReachableServer<Found> | undefined {
  const named = servers.find((server) => server.id === id);
  return named ?? servers.find(({ found: { source, key } }) => `${source}/${key}` === id);
}

type Same<Found> = readonly [Found, ...Found[]];

/** Of each program and key the definition that counts. */
function chooseBySource<Found extends FoundDefinition>(
  found: readonly Found[],
): { readonly winners: readonly Found[]; readonly shadowed: readonly ShadowedServer<Found>[] } {
  const byName = new Map<string, [Found, ...Found[]]>();
  for (const each of found) {
    const name = JSON.stringify([each.source, each.key]);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [each]);
    else known.push(each);
  }
  const winners: Found[] = [];
  const shadowed: ShadowedServer<Found>[] = [];
  for (const [first, ...others] of byName.values()) {
    // A broken entry hides no good one.
    const winner = [first, ...others].find(({ problem }) => problem === undefined) ?? first;
    winners.push(winner);
    const different = [first, ...others].filter((each) => each !== winner && each.hash !== winner.hash);
    shadowed.push(...different.map((each) => ({ found: each, by: winner })));
  }
  return { winners, shadowed };
}

/** The same definition under the same key in the files of several programs is one server. */
function joinSame<Found extends FoundDefinition>(winners: readonly Found[]): readonly Same<Found>[] {
  const joined = new Map<string, [Found, ...Found[]]>();
  for (const winner of winners) {
    const name = JSON.stringify([winner.key, winner.hash]);
    const known = joined.get(name);
    if (known === undefined) joined.set(name, [winner]);
    else known.push(winner);
  }
  return [...joined.values()];
}

function filesOf<Found extends FoundDefinition>(same: Same<Found>, found: readonly Found[]): readonly string[] {
  const [{ key, hash }] = same;
  const sources = new Set(same.map(({ source }) => source));
  const others = found.filter((each) => each.key === key && each.hash === hash && sources.has(each.source));
  return [...new Set([...same, ...others].map(({ file }) => file))];
}

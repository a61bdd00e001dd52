/** Servers by URIs that were seen in their results: tools return links to resources that no list has. */
export interface LearnedOwners {
  /** It belongs to whoever returned it last. */
  learn(uri: string, server: string): void;
  ownerOf(uri: string): string | undefined;
}

/** Remembers as many URIs as `limit`; of the server that has most, the one that was used longest ago goes first. */
export function createLearnedOwners(limit = 10_000): LearnedOwners {
  const owners = new Map<string, string>();
  // A set keeps the order in which entries came, so the oldest use stands first.
  const urisOf = new Map<string, Set<string>>();

  function keep(uri: string, server: string): void {
    drop(uri);
    owners.set(uri, server);
    urisOf.set(server, (urisOf.get(server) ?? new Set()).add(uri));
  }

  function drop(uri: string): void {
    const server = owners.get(uri);
    owners.delete(uri);
    if (server !== undefined) urisOf.get(server)?.delete(uri);
  }

  /** One server that returns many must not make the others' forgotten. */
  function dropOldest(): void {
    let largest: ReadonlySet<string> = new Set();
    for (const uris of urisOf.values()) if (uris.size > largest.size) largest = uris;
    const [oldest] = largest;
    if (oldest !== undefined) drop(oldest);
  }

  return {
    learn(uri, server) {
      keep(uri, server);
      if (owners.size > limit) dropOldest();
    },
    ownerOf(uri) {
      const server = owners.get(uri);
      if (server !== undefined) keep(uri, server);
      return server;
    },
  };
}

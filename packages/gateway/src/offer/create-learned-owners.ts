/** Servers by URIs that were seen in their results: tools return links to resources that no list has. */
export interface LearnedOwners {
  /** It belongs to whoever returned it last. */
  learn(uri: string, server: string): void;
  ownerOf(uri: string): string | undefined;
}

/** Remembers as many URIs as `limit`; the one that was used longest ago goes first. */
export function createLearnedOwners(limit = 10_000): LearnedOwners {
  // A map keeps the order in which entries came, so the oldest use stands first.
  const owners = new Map<string, string>();

  function keep(uri: string, server: string): void {
    owners.delete(uri);
    owners.set(uri, server);
  }

  return {
    learn(uri, server) {
      keep(uri, server);
      const [oldest] = owners.keys();
      if (owners.size > limit && oldest !== undefined) owners.delete(oldest);
    },
    ownerOf(uri) {
      const server = owners.get(uri);
      if (server !== undefined) keep(uri, server);
      return server;
    },
  };
}

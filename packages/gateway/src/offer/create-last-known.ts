import { CATALOGUE_KINDS, type CatalogueKind, type Relay, type Yard } from '@toolyard/core';

/**
 * What each configured server offered when it was last up.
 *
 * The catalogue has nothing of a server that is down; without this, whatever it offered would be free for others to take.
 */
export interface LastKnown {
  /** The names, URIs or templates of a server, now or when it was last up. */
  namesOf(kind: CatalogueKind, server: string): readonly string[];
  /** The servers that have resources, in configuration order, whether they list any or not. */
  resourceServers(): readonly string[];
  /** Takes over what a server offers of a kind, unless it is down. */
  update(kind: CatalogueKind, server: string): void;
  /** Takes over what a server says about itself, unless it is down; gives the kinds of which it has nothing any more. */
  follow(server: string): readonly CatalogueKind[];
  /** Forgets the servers that left the configuration. */
  reconfigure(): void;
}

/** Knows what the catalogue has. */
export function createLastKnown(yard: Yard & Relay): LastKnown {
  const names = new Map(CATALOGUE_KINDS.map((kind) => [kind, new Map<string, readonly string[]>()]));
  const withResources = new Set<string>();
  const keys = (): readonly string[] => yard.configuration().servers.map(({ key }) => key);

  const namesOf = (kind: CatalogueKind, server: string): readonly string[] => names.get(kind)?.get(server) ?? [];

  function update(kind: CatalogueKind, server: string): void {
    if (yard.greeting(server) === undefined) return;
    const offered = yard.catalogue.listOf(kind, server).map(({ name }) => name);
    names.get(kind)?.set(server, offered);
  }

  function follow(server: string): readonly CatalogueKind[] {
    const greeting = yard.greeting(server);
    if (greeting === undefined) return [];
    if (greeting.capabilities['resources'] === undefined) withResources.delete(server);
    else withResources.add(server);
    return CATALOGUE_KINDS.filter(
      (kind) => yard.catalogue.listOf(kind, server).length === 0 && namesOf(kind, server).length > 0,
    );
  }

  for (const key of keys()) {
    follow(key);
    for (const kind of CATALOGUE_KINDS) update(kind, key);
  }
  return {
    namesOf,
    resourceServers: () => keys().filter((key) => withResources.has(key)),
    update,
    follow,
    reconfigure() {
      const configured = new Set(keys());
      for (const known of [withResources, ...names.values()]) {
        for (const key of known.keys()) if (!configured.has(key)) known.delete(key);
      }
    },
  };
}

import type { SavedServer, ServerMemory } from '@toolyard/core';

/** A memory that can be looked into. */
export interface FakeServerMemory extends ServerMemory {
  /** Everything that was remembered, oldest first. */
  readonly remembered: readonly SavedServer[];
}

/** Knows `saved` from the start. */
export function createFakeServerMemory(saved: readonly SavedServer[] = []): FakeServerMemory {
  const known = new Map(saved.map((server) => [server.key, server]));
  const remembered: SavedServer[] = [];
  return {
    remembered,
    recall: (key) => known.get(key),
    remember(server) {
      remembered.push(server);
      known.set(server.key, server);
    },
  };
}

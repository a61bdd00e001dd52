import type { SavedServer, ServerMemory } from '@toolyard/core';

/** Remembers servers as long as this yard lives, and no longer. */
export function createVolatileMemory(): ServerMemory {
  const saved = new Map<string, SavedServer>();
  return {
    recall: (key) => saved.get(key),
    remember: (server) => void saved.set(server.key, server),
  };
}

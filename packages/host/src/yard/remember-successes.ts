import type { ServerMemory } from '@toolyard/core';

/**
 * A memory for a yard that runs for one question: what its servers offer is kept, their failures are not.
 *
 * Failures are counted by yards that go on trying; asking about a server must not bring it nearer to being given up.
 */
export function rememberSuccesses(memory: ServerMemory): ServerMemory {
  return {
    recall: (key) => memory.recall(key),
    remember(saved) {
      if (saved.failures === 0) memory.remember(saved);
    },
  };
}

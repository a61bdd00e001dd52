import type { Catalogue, Configuration, ServerMemory } from '@toolyard/core';
import { createCatalogue } from '../catalogue/create-catalogue.ts';
import { hashDefinition } from './hash-definition.ts';
import { recallLists } from './saved-server.ts';

/** What the enabled servers of a configuration offered when they last ran with the same definition; none is started. */
export function recallCatalogue({ servers, settings }: Configuration, memory: Pick<ServerMemory, 'recall'>): Catalogue {
  const catalogue = createCatalogue(servers.map(({ key }) => key));
  for (const server of servers) {
    const saved = memory.recall(server.key);
    if (saved?.definitionHash !== hashDefinition(server) || !(saved.enabled ?? server.enabled)) continue;
    for (const [kind, { entries }] of recallLists(server.key, saved, settings)) {
      catalogue.set(kind, server.key, entries);
    }
  }
  return catalogue;
}

import type { JsonObject } from '@toolyard/core';
import type { StoredServer } from './plugin-data.ts';

/** A server with the bindings that are stored with it. */
export type BoundServer = Pick<StoredServer, 'id' | 'name' | 'sectionBindings'>;

/**
 * The bindings that are stored with servers, in the form of a configuration. Those that name no note count in every one of the vault; what is
 * wrong with one is found where notes are read.
 */
export function readBindings(servers: readonly BoundServer[]): readonly JsonObject[] {
  return servers.flatMap(({ name, sectionBindings }) =>
    sectionBindings.map((stored) => ({
      document: stored['document'] ?? '**',
      ...readSection(stored),
      server: servers.find(({ id }) => id === stored['serverId'])?.name ?? name,
      inherit: stored['inheritToChildren'] !== false,
    })),
  );
}

function readSection({ headingText, blockId, startLine, endLine }: JsonObject): JsonObject {
  return {
    ...(headingText !== undefined && { heading: headingText }),
    ...(blockId !== undefined && { block: blockId }),
    ...(startLine !== undefined && { lines: `${JSON.stringify(startLine)}-${JSON.stringify(endLine)}` }),
  };
}

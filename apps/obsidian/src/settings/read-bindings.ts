import { isJsonObject, type JsonObject } from '@toolyard/core';

/** A server with the bindings that are stored with it. */
export interface BoundServer {
  readonly id: string;
  readonly name: string;
  readonly sectionBindings: unknown;
}

/**
 * The bindings that are stored with servers, in the form of a configuration. They name no note, so they count in every one of the vault; what is
 * wrong with one is found where notes are read.
 */
export function readBindings(servers: readonly BoundServer[]): readonly JsonObject[] {
  return servers.flatMap(({ name, sectionBindings }) =>
    (Array.isArray(sectionBindings) ? sectionBindings : []).filter(isJsonObject).map((stored) => ({
      document: '**',
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

import type { ServerDefinition } from '@toolyard/core';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { ForeignMcpServer } from './foreign-mcp-server.ts';
import { readForeignServers, type ForeignServers } from './read-foreign-servers.ts';

/** Says which server a hook means, as the files are at that moment. */
export interface ServerLookup {
  find(key: string): Promise<ServerDefinition | ForeignMcpServer | undefined>;
}

/** The configuration whose servers come first. */
export interface OwnLookup {
  readonly file: string | undefined;
  definition(key: string): ServerDefinition | undefined;
  definitions(): readonly ServerDefinition[];
}

/** Looks into the configuration, and only for what that does not have into the files of other programs: of `sources`, or of all. */
export function createServerLookup(
  surroundings: Surroundings,
  own: OwnLookup,
  sources?: readonly string[],
): ServerLookup {
  let reading: Promise<ForeignServers> | undefined;

  /** Who asks while files are being read gets the same. */
  function read(): Promise<ForeignServers> {
    const servers = own.definitions();
    reading ??= readForeignServers(surroundings, { file: own.file, servers }, sources).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    find: async (key) => own.definition(key) ?? (await read()).find(key),
  };
}

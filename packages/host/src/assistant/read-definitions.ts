import { secretsOf, ToolyardError, type ServerDefinition } from '@toolyard/core';
import { hashDefinition } from '@toolyard/runtime';
import { readWritten, type ConfigurationHost, type ReadWritten } from '../configuration/open-configuration.ts';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { UsedYard } from '../yard/use-yard.ts';

/** What decides about a server's tools and is known from its entry in the file: a yard tells it to nobody who joins. */
export interface ServerDefinitions {
  /** Whether its entry has `trust`. */
  isTrusted(server: string): Promise<boolean>;
  /** Of its entry as it is written, so that it is the same in every environment. */
  hashOf(server: string): Promise<string | undefined>;
  /** The secrets of all servers, as far as the environment of this process has them. */
  secrets(): Promise<readonly string[]>;
}

type DefinitionsHost = Pick<ConfigurationHost, 'surroundings' | 'state'>;
type FindDefinition = (key: string) => Promise<ServerDefinition | undefined>;

/** Reads the file again each time it is asked: one that is broken or not approved trusts nobody, and no approval counts for it. Asks nobody anything. */
export function readDefinitions(host: DefinitionsHost, named: NamedConfiguration): ServerDefinitions {
  const read = createReader(host, named);
  return toDefinitions(read, async (key) => {
    const written = await read();
    return written?.approved === true ? findServer(written, key) : undefined;
  });
}

/**
 * Those that count while a yard is used: an entry which is not what it was when this was called, or a file which is not what the yard runs
 * with, trusts nobody, and no approval counts for it. A model that can write the file gains nothing by it before people open it again.
 */
export async function openDefinitions(
  host: DefinitionsHost,
  named: NamedConfiguration,
  used: Pick<UsedYard, 'configurationProblem'>,
): Promise<ServerDefinitions> {
  const read = createReader(host, named);
  const opened = await read();
  return toDefinitions(read, async (key) => {
    if (opened === undefined || used.configurationProblem !== undefined) return undefined;
    const [before, written] = [findServer(opened, key), await read()];
    const now = written?.approved === true ? findServer(written, key) : undefined;
    return before && now && hashDefinition(before) === hashDefinition(now) ? now : undefined;
  });
}

function createReader({ surroundings, state }: DefinitionsHost, named: NamedConfiguration) {
  // Whoever opened the yard has told its warnings.
  const silent: ConfigurationHost = { surroundings, state, notify: () => undefined };
  return async (): Promise<ReadWritten | undefined> => {
    try {
      return await readWritten(silent, named);
    } catch (error) {
      if (ToolyardError.is(error)) return undefined;
      throw error;
    }
  };
}

function findServer({ asWritten }: ReadWritten, key: string): ServerDefinition | undefined {
  return asWritten.servers.find((server) => server.key === key);
}

function toDefinitions(read: ReturnType<typeof createReader>, find: FindDefinition): ServerDefinitions {
  return {
    isTrusted: async (server) => (await find(server))?.trust === true,
    async hashOf(server) {
      const definition = await find(server);
      return definition && hashDefinition(definition);
    },
    async secrets() {
      const written = await read();
      return written?.configuration === undefined ? [] : secretsOf(written.configuration);
    },
  };
}

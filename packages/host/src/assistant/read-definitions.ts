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

/**
 * Reads the configuration again each time it is asked, since the file may change during a conversation. A file that is broken, not
 * approved, or not what the yard runs with trusts nobody, and no approval counts for it. Asks nobody anything.
 */
export function readDefinitions(
  { surroundings, state }: Pick<ConfigurationHost, 'surroundings' | 'state'>,
  named: NamedConfiguration,
  used: Pick<UsedYard, 'configurationProblem'> = {},
): ServerDefinitions {
  // Whoever opened the yard has told its warnings.
  const silent: ConfigurationHost = { surroundings, state, notify: () => undefined };

  async function read(): Promise<ReadWritten | undefined> {
    try {
      return await readWritten(silent, named);
    } catch (error) {
      if (ToolyardError.is(error)) return undefined;
      throw error;
    }
  }

  async function find(key: string): Promise<ServerDefinition | undefined> {
    if (used.configurationProblem !== undefined) return undefined;
    const written = await read();
    return written?.approved === true ? written.asWritten.servers.find((server) => server.key === key) : undefined;
  }

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

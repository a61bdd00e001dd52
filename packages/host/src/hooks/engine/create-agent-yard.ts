import type { Yard } from '@toolyard/core';
import type { AgentYard } from '../../ports/agent-models.ts';
import type { ForeignYard } from '../foreign/open-foreign-yard.ts';

/** What models see of the yard of the configuration and of the servers of other programs beside it; the configuration's keys come first. */
export function createAgentYard(own: AgentYard, foreign: Pick<ForeignYard, 'yard'>): AgentYard {
  const all = (): readonly AgentYard[] => [own, ...[foreign.yard()].filter((yard) => yard !== undefined)];
  const of = (key: string): AgentYard => all().find((yard) => yard.server(key) !== undefined) ?? own;
  const isOwn = (key: string): boolean => own.server(key) !== undefined;
  return {
    catalogue: {
      list: (kind) =>
        all().flatMap((yard) => yard.catalogue.list(kind).filter(({ server }) => yard === own || !isOwn(server))),
      listOf: (kind, server) => of(server).catalogue.listOf(kind, server),
      find(kind, id) {
        const beside = foreign.yard()?.catalogue.find(kind, id);
        // A call of it would go to the server of the configuration, which has no such tool.
        return own.catalogue.find(kind, id) ?? (beside && isOwn(beside.server) ? undefined : beside);
      },
    },
    server: (key) => of(key).server(key),
    servers: () => all().flatMap((yard) => yard.servers().filter(({ key }) => yard === own || !isOwn(key))),
    settled: async (options) => {
      await Promise.all(all().map((yard) => settle(yard, options)));
    },
    calls: {
      on(listener) {
        const ends = all().map(({ calls }) => calls.on(listener));
        return () => {
          for (const end of ends) end();
        };
      },
    },
  };
}

/** A yard that does not have the server has nothing to wait for. */
async function settle(yard: AgentYard, options: Parameters<Yard['settled']>[0]): Promise<void> {
  const { key } = options;
  if (key === undefined || yard.server(key) !== undefined) await yard.settled(options);
}

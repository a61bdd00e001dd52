import type { LinkStarter, Log } from '@toolyard/core';
import {
  createCommandLinkStarter,
  createDockerLinkStarter,
  createNodeHttpRequester,
  systemClock,
} from '@toolyard/node';
import { createUrlLinkStarter } from '@toolyard/runtime';
import type { Host } from '../host/host.ts';

/** Starts every kind of server that can be started in this process; `stop` ends what is left. */
export function createLinkStarter(
  host: Pick<Host, 'env' | 'platform' | 'homeDir'>,
  { chain, log }: { readonly chain: readonly string[]; readonly log: Log },
): LinkStarter & { stop(): Promise<void> } {
  const { env, platform } = host;
  const commands = createCommandLinkStarter({ env, platform, chain, log });
  const requester = createNodeHttpRequester();
  const urls = createUrlLinkStarter({ requester, clock: systemClock, log });
  const containers = createDockerLinkStarter({ env, platform, chain, log, urls });
  return {
    async start(server, signal, era) {
      if (server.kind === 'command') return commands.start(server, signal);
      if (server.kind === 'url') return urls.start(server, signal, era);
      if (server.kind === 'docker') return containers.start(server, signal);
      const { startEmbeddedTasks } = await import('../tasks/start-embedded-tasks.ts');
      return startEmbeddedTasks(host, { signal, tell: (level, text) => log.write(level, text, server.key) });
    },
    async stop() {
      await Promise.all([commands.stop(), containers.stop()]);
      requester.close();
    },
  };
}

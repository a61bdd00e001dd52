import { ToolyardError, type LinkStarter } from '@toolyard/core';
import { createCommandLinkStarter, createDockerLinkStarter, createNodeHttpRequester } from '@toolyard/node';
import { createUrlLinkStarter, type YardOptions } from '@toolyard/runtime';
import type { Host } from '../ports/host.ts';

export interface LinkStarterOptions extends Pick<YardOptions, 'isForOneCommand' | 'log'> {
  readonly chain: readonly string[];
}

/** Starts every kind of server that can be started in this process; `stop` ends what is left. */
export function createLinkStarter(
  { surroundings, clock, builtins }: Pick<Host, 'surroundings' | 'clock' | 'builtins'>,
  { chain, log, isForOneCommand = false }: LinkStarterOptions,
): LinkStarter & { stop(): Promise<void> } {
  const { env, platform, isDesktop } = surroundings;
  const commands = createCommandLinkStarter({ env, platform, chain, log, isDesktop });
  const requester = createNodeHttpRequester();
  const urls = createUrlLinkStarter({ requester, clock, log });
  const containers = createDockerLinkStarter({ env, platform, chain, log, urls });
  return {
    async start(server, signal, era) {
      if (server.kind === 'command') return commands.start(server, signal);
      if (server.kind === 'url') return urls.start(server, signal, era);
      if (server.kind === 'docker') return containers.start(server, signal);
      const start = builtins?.[server.name];
      if (start === undefined) throw toNotBuiltIn(server.name);
      return start({ signal, isForOneCommand, tell: (level, text) => log.write(level, text, server.key) });
    },
    async stop() {
      await Promise.all([commands.stop(), containers.stop()]);
      requester.close();
    },
  };
}

function toNotBuiltIn(name: string): ToolyardError {
  const message = `The built-in server "${name}" is not part of this program. Run it with "toolyard up".`;
  return new ToolyardError('server-misconfigured', message);
}

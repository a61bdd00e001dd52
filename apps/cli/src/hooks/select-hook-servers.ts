import type { Configuration } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';

/**
 * The configuration in which only the servers of these hooks start by themselves. The others stay in reach, since a
 * changed hooks file may name any of them.
 */
export function selectHookServers(configuration: Configuration, hooks: readonly KnownHook[]): Configuration {
  const needed = new Set(
    hooks.map(({ hook: { action } }) => (action.type === 'mcp' ? action.parameters.serverId : '')),
  );
  return {
    ...configuration,
    servers: configuration.servers.map((server) => (needed.has(server.key) ? server : { ...server, start: 'lazy' })),
  };
}

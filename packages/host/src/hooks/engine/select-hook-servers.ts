import type { Configuration, ServerDefinition } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { serverKeysOf } from '../trust/resolve-approvals.ts';

/**
 * Makes a configuration in which the servers of these hooks start by themselves. The others are left out, or stay in reach
 * where hooks may change meanwhile and name any of them.
 */
export function selectHookServers(
  hooks: readonly KnownHook[],
  others: 'left out' | 'in reach',
): (configuration: Configuration) => Configuration {
  const needed = new Set(hooks.flatMap((known) => serverKeysOf(known)));
  const choose = (server: ServerDefinition): readonly ServerDefinition[] => {
    // What a server offers that was never started is not known, and so no call to it could be made.
    if (needed.has(server.key)) return [{ ...server, start: 'eager' }];
    return others === 'in reach' ? [{ ...server, start: 'lazy' }] : [];
  };
  return (configuration) => ({ ...configuration, servers: configuration.servers.flatMap(choose) });
}

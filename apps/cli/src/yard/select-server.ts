import { askWhetherMeant, nearest, ToolyardError, toVisibleLine } from '@toolyard/core';

type Keyed = readonly { readonly key: string }[];

/** The configuration with this server alone; throws `server-not-found` with the nearest keys. */
export function selectServer<Shown extends { readonly servers: Keyed }>(configuration: Shown, key: string): Shown {
  const servers = configuration.servers.filter((server) => server.key === key);
  if (servers.length > 0) return { ...configuration, servers };
  const message = `Server not found: ${key}\n${describeKnown(configuration.servers, key)}`;
  throw new ToolyardError('server-not-found', message);
}

/** Which servers a key that does not exist may have meant. */
export function describeKnown(servers: Keyed, key: string): string {
  const keys = servers.map((server) => server.key);
  const near = nearest(key, keys);
  if (near.length > 0) return askWhetherMeant(near);
  return keys.length === 0 ? 'The configuration has no servers.' : `Servers: ${keys.map(toVisibleLine).join(', ')}.`;
}

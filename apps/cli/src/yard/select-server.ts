import { ToolyardError } from '@toolyard/core';
import { nearest } from '../terminal/nearest.ts';

/** The configuration with this server alone; throws `server-not-found` with the nearest keys. */
export function selectServer<Shown extends { readonly servers: readonly { readonly key: string }[] }>(
  configuration: Shown,
  key: string,
): Shown {
  const servers = configuration.servers.filter((server) => server.key === key);
  if (servers.length > 0) return { ...configuration, servers };
  const keys = configuration.servers.map((server) => server.key);
  const near = nearest(key, keys);
  const known = keys.length === 0 ? 'The configuration has no servers.' : `Servers: ${keys.join(', ')}.`;
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : known;
  throw new ToolyardError('server-not-found', `Server not found: ${key}\n${hint}`);
}

import type { BindableServer } from './binding.ts';

/**
 * The key of the server of blocks that name none and are not bound: the first that is enabled and not given up. Where all of
 * those are given up it is the first, whose calls then say why.
 */
export function findDefaultServer(servers: readonly BindableServer[]): string | undefined {
  const enabled = servers.filter((server) => server.enabled);
  return (enabled.find(({ isGivenUp = false }) => !isGivenUp) ?? enabled[0])?.key;
}

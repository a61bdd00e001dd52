import { isLoopback } from '@toolyard/front';

/** A warning for an address that others can reach and where nothing is encrypted; `advice` says what to do instead. */
export function findUnencrypted(host: string, advice: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `Traffic to ${host} is not encrypted: anyone who sees the network can read it, tokens included. ${advice}`;
}

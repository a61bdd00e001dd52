import { isLoopback } from '@toolyard/front';

/** A warning for an address that others can reach and where nothing is encrypted; `advice` says what to do instead. */
export function findUnencrypted(host: string, advice: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `What clients send to ${host} is not encrypted, tokens included: whoever sees the network can read them. ${advice}`;
}

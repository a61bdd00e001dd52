import { medianOf } from './rounds.mjs';

const PEERS = ['sdk proxy', 'mcp-hub', 'mcp-proxy', 'supergateway'];

/** Whether a target is one of those that Toolyard is compared with, and not a yardstick or itself. */
export function isPeer(name) {
  return PEERS.includes(name);
}

/** Whether more of a figure is better, as it is of calls per second alone. */
export function isMoreBetter(key) {
  return key.startsWith('perSecond');
}

/** The name of the peer that is best at a figure; `undefined` where none was measured. */
export function bestPeer(results, key) {
  const sign = isMoreBetter(key) ? -1 : 1;
  const peers = PEERS.filter((name) => medianOf(results, name, key) !== undefined);
  return peers.toSorted((left, right) => sign * (medianOf(results, left, key) - medianOf(results, right, key)))[0];
}

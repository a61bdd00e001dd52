import type { ServerState } from '@toolyard/core';
import type { ServerAvailability } from '../hook/is-valid-mcp-server.ts';
import type { HookYard } from './hook-engine.ts';
import type { RunRecord } from './run-record.ts';

/** A server as it is now, for a record. */
export function describeServerState(key: string, yard: Pick<HookYard, 'server'>): NonNullable<RunRecord['server']> {
  const state = yard.server(key)?.state;
  return { key, state: state ?? 'unknown', status: toAvailability(state) };
}

/** Whether a server in a state can be used. */
export function toAvailability(state: ServerState | undefined): ServerAvailability {
  if (state === 'running') return 'available';
  return state === 'idle' || state === 'starting' ? 'unknown' : 'unavailable';
}

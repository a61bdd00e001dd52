import type { RunRecord } from './run-record.ts';

/** Tells a run, or one that its server kept from being one, from a trigger that just did not match, which every event has many of. */
export function cameToSomething({ status, server }: Pick<RunRecord, 'status' | 'server'>): boolean {
  return status !== 'skipped' || server !== undefined;
}

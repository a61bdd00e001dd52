import { orAborted, type Clock } from '@toolyard/core';
import type { BackendExchange } from './backend-exchange.ts';
import { parseFeatures } from './parse-features.ts';
import type { BackendFeatures } from './task-backend.ts';
import { tryOnce, type BackendLog } from './try-once.ts';

export interface FeatureLookupOptions {
  readonly exchange: BackendExchange;
  readonly clock: Clock;
  readonly writeLog: BackendLog;
}

const LIMIT_MS = 2000;
/** A backend that does not answer is not asked by each call again. */
const KEEP_FAILURE_MS = 30_000;

/** Asks a backend once what it can do; where it gives no answer, later calls ask again. */
export function createFeatureLookup(options: FeatureLookupOptions): (signal: AbortSignal) => Promise<BackendFeatures> {
  const { clock } = options;
  let found: Promise<BackendFeatures> | undefined;
  let validUntil = Infinity;

  async function look(): Promise<BackendFeatures> {
    const request = { method: 'GET', path: '/openapi.json', requestId: 'features' } as const;
    // Shared by all calls, so none of them can cancel it.
    const { signal } = new AbortController();
    const outcome = await tryOnce({ ...options, request, signal, limitMs: LIMIT_MS });
    if (!('status' in outcome)) validUntil = outcome.kind === 'timeout' ? clock.now() + KEEP_FAILURE_MS : 0;
    else if (outcome.status >= 500 || outcome.status === 429) validUntil = 0;
    else validUntil = Infinity;
    return parseFeatures('status' in outcome && outcome.status === 200 ? outcome.body : undefined);
  }

  return (signal) => {
    if (found === undefined || clock.now() >= validUntil) {
      validUntil = Infinity;
      found = look();
    }
    return orAborted(found, signal);
  };
}

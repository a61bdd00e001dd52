import { APICallError } from '@ai-sdk/provider';
import type { Clock } from '@toolyard/core';
import { isBusy, statusOf } from '../answer/to-model-error.ts';

/** Where a provider does not say when to come back. */
const DELAYS_MS = [1000, 5000, 15_000] as const;

/** After how many milliseconds to ask again, `tries` requests having failed; `undefined` where asking again does not help. */
export function toRetryMs(error: unknown, tries: number, clock: Pick<Clock, 'now'>): number | undefined {
  if (!isBusy(statusOf(error)) || !APICallError.isInstance(error)) return undefined;
  const { responseHeaders = {}, responseBody = '' } = error;
  // No time helps an account without money, though the status is that of a rate limit.
  if (responseBody.includes('insufficient_quota')) return undefined;
  const usual = DELAYS_MS[tries - 1];
  return usual && (readHeader(responseHeaders, clock) ?? readBody(responseBody) ?? usual);
}

function readHeader(headers: Readonly<Record<string, string>>, clock: Pick<Clock, 'now'>): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (ms >= 0) return ms;
  const after = headers['retry-after'] ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

/** Google says it in the body. */
function readBody(body: string): number | undefined {
  const [, seconds] = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

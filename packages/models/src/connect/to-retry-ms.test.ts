import { APICallError } from '@ai-sdk/provider';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { toRetryMs } from './to-retry-ms.ts';

function retry(
  statusCode: number,
  responseHeaders: Record<string, string> = {},
  { tries = 1, responseBody = '' } = {},
): number | undefined {
  const error = new APICallError({
    message: 'no',
    url: '',
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    responseBody,
  });
  return toRetryMs(error, tries, createFakeClock());
}

it('comes back when the provider says', () => {
  expect(retry(429, { 'retry-after': '3' })).toBe(3000);
  expect(retry(429, { 'retry-after': '0.5' })).toBe(500);
  expect(retry(503, { 'retry-after-ms': '250', 'retry-after': '3' })).toBe(250);
  expect(retry(529, { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' })).toBe(9000);
  expect(retry(529, { 'retry-after': 'Thu, 01 Jan 2015 00:00:09 GMT' })).toBe(0);
  expect(retry(429, {}, { responseBody: '{"error": {"details": [{"retryDelay": "36s"}]}}' })).toBe(36_000);
});

it('comes back later each time where it does not say, three times in all', () => {
  expect([1, 2, 3, 4].map((tries) => retry(529, { 'retry-after': 'soon' }, { tries }))).toEqual([
    1000,
    5000,
    15_000,
    undefined,
  ]);
  expect(retry(429, { 'retry-after': '1' }, { tries: 4 })).toBeUndefined();
});

it('does not come back where that helps nobody', () => {
  expect(retry(400, { 'retry-after': '1' })).toBeUndefined();
  expect(retry(429, { 'retry-after': '1' }, { responseBody: '"insufficient_quota"' })).toBeUndefined();
  expect(toRetryMs(new Error('no'), 1, createFakeClock())).toBeUndefined();
});

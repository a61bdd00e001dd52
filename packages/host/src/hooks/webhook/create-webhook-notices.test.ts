import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { createWebhookNotices } from './create-webhook-notices.ts';

it('tells the first of each status at once, and how many came after it', () => {
  const clock = createFakeClock();
  const told: HooksEvent[] = [];
  const refuse = createWebhookNotices(clock, (event) => told.push(event));
  const refusal = { hook: 'x'.repeat(5000), status: 401, reason: 'wrong', from: '127.0.0.1' };
  for (let count = 0; count < 1000; count++) refuse({ ...refusal, hook: `${count}${refusal.hook}` });
  refuse({ ...refusal, status: 413 });
  expect(told).toMatchObject([
    { type: 'webhook-refused', status: 401, more: 0, hook: `0${'x'.repeat(63)}` },
    { type: 'webhook-refused', status: 413, more: 0 },
  ]);
  clock.advance(60_000);
  expect(told.slice(2)).toMatchObject([{ status: 401, more: 999 }]);
  refuse(refusal);
  expect(told.at(-1)).toMatchObject({ status: 401, more: 0 });
});

import { createFakeClock } from '@toolyard/testing';
import type { WebhookDuty } from '@toolyard/hooks';
import { expect, it } from 'vitest';
import { createWebhookEntry } from './create-webhook-entry.ts';

const DELIVERY = { hook: 'a', headers: {}, body: new Uint8Array() };

const DUTY: WebhookDuty = {
  findHook: () => undefined,
  variable: () => undefined,
  refusal: async () => undefined,
  enter: async () => ({ id: '1', isKnown: false }),
  now: () => 0,
};

it('lets deliveries wait for the first engine, and for the next', async () => {
  const clock = createFakeClock();
  const entry = createWebhookEntry(clock);
  const early = entry.receive(DELIVERY);
  const end = entry.serve(DUTY);
  expect(await early).toMatchObject({ status: 401 });
  end();
  const waiting = entry.receive(DELIVERY);
  entry.serve({ ...DUTY });
  expect(await waiting).toMatchObject({ status: 401 });
  // The end of an engine that another one has followed changes nothing.
  end();
  expect(await entry.receive(DELIVERY)).toMatchObject({ status: 401 });
  expect(clock.pending).toBe(0);
});

it('does not let them wait for ever', async () => {
  const clock = createFakeClock();
  const entry = createWebhookEntry(clock);
  entry.serve(DUTY)();
  const waiting = entry.receive(DELIVERY);
  clock.advance(9000);
  expect(await waiting).toMatchObject({ status: 503, body: { error: 'No hooks run here at the moment.' } });
});

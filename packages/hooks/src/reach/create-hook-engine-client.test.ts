import { createLinkPair, createNotification, createResponse } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import { createHookEngineClient } from './create-hook-engine-client.ts';

const EVENT: NewEvent = { name: 'manual', values: {} };

it('gives up an engine that does not take the event within a minute, and no other', async () => {
  const { signal } = new AbortController();
  const pair = createLinkPair();
  const clock = createFakeClock();
  const client = createHookEngineClient(pair.near, clock);
  const silent = client.enter(EVENT, signal);
  let slow: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    slow = client.enter(EVENT, signal, resolve);
    void pair.far.send(createNotification('hooks/taken', { request: 2 }));
  });
  clock.advance(60_000);
  await expect(silent).rejects.toMatchObject({
    code: 'call-timeout',
    message:
      'The running engine of this workspace did not accept the event within 60 s. Stop it, then try again. The event may still have been accepted; run "toolyard hooks log" to find out.',
  });
  void pair.far.send(createResponse(2, '{"records":[]}'));
  expect(await slow).toEqual([]);
  expect(clock.pending).toBe(0);
});

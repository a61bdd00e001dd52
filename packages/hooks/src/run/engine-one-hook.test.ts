import { createEngineFixture, createFakeClock, createHook } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import type { Trigger } from '../hook/hook.ts';

const WEBHOOK: Trigger = { event: 'webhook', secretEnv: 'S' };
const HOOKS = [createHook('one', { trigger: WEBHOOK }), createHook('other', { trigger: WEBHOOK })];
const EVENT: NewEvent = {
  name: 'webhook',
  id: 'delivery',
  values: { hook: 'one', data: { a: 1 }, headers: { b: 'c' } },
};

it('runs the one hook that a webhook is for, and notes nothing of the others', async () => {
  const engine = await createEngineFixture(createFakeClock(), HOOKS).start();
  const { ended } = await engine.enter([EVENT]);
  expect(await ended).toMatchObject([
    { hook: 'one', status: 'success', event: { context: { hook: 'one', data: { a: 1 }, headers: { b: 'c' } } } },
  ]);
});

it('runs all hooks for a webhook that is for none', async () => {
  const engine = await createEngineFixture(createFakeClock(), HOOKS).start();
  const { ended } = await engine.enter([{ name: 'webhook', values: { a: 1 } }]);
  expect((await ended).map(({ hook }) => hook)).toEqual(['one', 'other']);
});

it('says of an event whether it was taken before, also after the end of an engine', async () => {
  const fixture = createEngineFixture(createFakeClock(), HOOKS);
  const engine = await fixture.start();
  const [first, second] = await Promise.all([engine.enter([EVENT]), engine.enter([EVENT])]);
  expect([first.known, second.known]).toEqual([undefined, new Set(['delivery'])]);
  await engine.stop();
  const { known, ended } = await (await fixture.start()).enter([EVENT]);
  expect([known, await ended]).toEqual([new Set(['delivery']), []]);
});

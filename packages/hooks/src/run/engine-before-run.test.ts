import {
  callOf,
  createEngineFixture,
  createFakeClock,
  createHook,
  createSaved,
  type EngineFixture,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { HookEngine } from './hook-engine.ts';

/** An engine with a hook whose server only just starts, so that its runs wait. */
async function hold(): Promise<{ readonly fake: EngineFixture; readonly engine: HookEngine }> {
  const fake = createEngineFixture(createFakeClock(), [createHook('a', { action: callOf('chat', 'post', 'path') })]);
  fake.yard.setServer('chat', { state: 'starting' });
  return { fake, engine: await fake.start() };
}

describe('right before a run', () => {
  it('looks at the hook again', async () => {
    const { fake, engine } = await hold();
    await engine.enter(['a', 'b', 'c'].map((path) => createSaved(path)));
    fake.hooks = [];
    fake.yard.setServer('chat', {});
    await engine.idle();
    expect(fake.machine.records.map(({ status, reason }) => [status, reason])).toEqual(
      ['a', 'b', 'c'].map(() => ['skipped', 'the hook was removed']),
    );
  });

  it('takes the definition of now', async () => {
    const { fake, engine } = await hold();
    await engine.enter([createSaved('a')]);
    fake.hooks = [{ hook: createHook('a', { action: callOf('mail', 'send', 'user') }), source: 'user', file: 'x' }];
    fake.yard.setServer('mail', {});
    fake.yard.setTool('mail', 'send');
    fake.yard.setServer('chat', {});
    await engine.idle();
    expect(fake.yard.calls).toMatchObject([{ tool: 'mail:send', arguments: { user: 'Ada' } }]);
  });

  it('asks again whether it may run', async () => {
    const { fake, engine } = await hold();
    await engine.enter([createSaved('a')]);
    fake.refusals.set('a', 'changed since it was approved');
    fake.yard.setServer('chat', {});
    await engine.idle();
    expect(fake.machine.records).toMatchObject([{ status: 'skipped', reason: 'changed since it was approved' }]);
    expect(fake.yard.calls).toEqual([]);
  });

  it('does not run what was disabled meanwhile', async () => {
    const { fake, engine } = await hold();
    await engine.enter([createSaved('a')]);
    fake.hooks = [{ hook: createHook('a', { enabled: false }), source: 'user', file: 'x' }];
    fake.yard.setServer('chat', {});
    await engine.idle();
    expect(fake.machine.records).toMatchObject([{ status: 'skipped', reason: 'disabled' }]);
  });
});

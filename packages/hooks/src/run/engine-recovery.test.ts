import { ToolyardError } from '@toolyard/core';
import {
  afterHook,
  callOf,
  createFakeClock,
  createEngineFixture,
  createHeldTool,
  createHook,
  createSaved,
  type EngineFixture,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';

const PLAIN = createHook('plain');
const SAFE = createHook('safe', { action: callOf('chat', 'look') });

function surround(...hooks: readonly Hook[]): EngineFixture {
  const fake = createEngineFixture(createFakeClock(), hooks);
  fake.yard.setTool('chat', 'look', undefined, { annotations: { readOnlyHint: true } });
  return fake;
}

/** An engine that dies while the runs of all hooks are under way. */
async function die(fake: EngineFixture, calls: number): Promise<void> {
  const { tool, held } = createHeldTool();
  fake.yard.setTool('chat', 'post', tool);
  fake.yard.setTool('chat', 'look', tool, { annotations: { readOnlyHint: true } });
  const engine = await fake.start();
  await engine.enter([createSaved('a.md', { id: 'e1' })]);
  await waitUntil(() => held.length === calls);
  fake.yard.setTool('chat', 'post');
  fake.yard.setTool('chat', 'look', undefined, { annotations: { readOnlyHint: true } });
}

describe('recovery', () => {
  it('repeats what does no harm, and keeps the rest as interrupted', async () => {
    const fake = surround(PLAIN, SAFE);
    await die(fake, 2);
    await (await fake.start()).idle();
    expect(fake.machine.records.map(({ hook, status, repeated, reason }) => [hook, status, repeated, reason])).toEqual([
      ['plain', 'interrupted', undefined, 'Toolyard ended during the run; it is not known whether it took effect'],
      ['safe', 'success', true, undefined],
    ]);
    expect(fake.yard.calls.map((call) => call.hook?.hook)).toEqual(['plain', 'safe', 'safe']);
  });

  it.each(['readOnlyHint', 'idempotentHint'])('takes %s for a promise that a run can be repeated', async (hint) => {
    const fake = surround(PLAIN);
    fake.yard.setTool('chat', 'post', () => new Promise(() => undefined), { annotations: { [hint]: true } });
    await (await fake.start()).enter([createSaved('a.md', { id: 'e1' })]);
    await waitUntil(() => fake.yard.calls.length === 1);
    fake.yard.setTool('chat', 'post');
    await (await fake.start()).idle();
    expect(fake.machine.records).toMatchObject([{ status: 'success', repeated: true }]);
  });

  it('runs what waited', async () => {
    const fake = surround(PLAIN);
    fake.yard.setServer('chat', { state: 'starting' });
    await (await fake.start()).enter([createSaved('a.md', { id: 'e1' })]);
    const engine = await fake.start();
    fake.yard.setServer('chat', {});
    await engine.idle();
    expect(fake.machine.records).toMatchObject([{ event: { id: 'e1' }, status: 'success' }]);
    expect(fake.machine.records[0]?.repeated).toBeUndefined();
  });

  it('does not call it skipped that a repeatable run could not be repeated', async () => {
    const fake = surround(SAFE);
    await die(fake, 1);
    fake.hooks = [];
    await (await fake.start()).idle();
    expect(fake.machine.records).toMatchObject([
      { status: 'interrupted', reason: 'Toolyard ended during the run, and it was not repeated: the hook was removed' },
    ]);
  });

  it('keeps no record twice, and still tells the next hook how the run ended', async () => {
    const fake = surround(
      PLAIN,
      createHook('next', { trigger: afterHook('plain'), action: callOf('chat', 'post', 'status') }),
    );
    // Taken, started, and the record: the fourth write is the end.
    const engine = await fake.start(4);
    await engine.enter([createSaved('a.md', { id: 'e1' })]);
    await waitUntil(() => fake.machine.isDead);
    await (await fake.start()).idle();
    expect(fake.machine.records.map(({ hook, status, reason }) => [hook, status, reason])).toEqual([
      ['plain', 'success', undefined],
      ['next', 'success', undefined],
      ['next', 'skipped', 'hook is "next", not "plain"'],
    ]);
    expect(fake.yard.calls[1]?.arguments).toEqual({ status: 'success' });
  });

  it('blames the run that was under way for what is found after the start', async () => {
    const fake = surround(PLAIN);
    const clock = createFakeClock();
    await die(fake, 1);
    const engine = await fake.start();
    await engine.enter([createSaved('b.md', { window: [clock.now(), clock.now()] })]);
    await engine.idle();
    expect(fake.machine.records.at(-1)?.chain).toMatchObject([{ hook: 'plain', inferred: true }]);
  });
});

describe('stop', () => {
  it('cancels what runs, keeps it as interrupted, and leaves what waits', async () => {
    const fake = surround(PLAIN);
    const { tool, held } = createHeldTool();
    fake.yard.setTool('chat', 'post', tool);
    fake.limits = { concurrent: 1, perServer: 1 };
    const engine = await fake.start();
    const { ended } = await engine.enter(['a.md', 'b.md'].map((path) => createSaved(path)));
    await waitUntil(() => held.length === 1);
    await engine.stop();
    const left: unknown = await ended.catch((error: unknown) => error);
    expect(ToolyardError.is(left) && left.code).toBe('interrupted');
    expect(fake.machine.records.map(({ event, status, reason }) => [event.context['path'], status, reason])).toEqual([
      ['a.md', 'interrupted', 'Toolyard was ended during the run'],
    ]);
    await expect(engine.enter([createSaved('c.md')])).rejects.toThrow('Toolyard has stopped');
    fake.yard.setTool('chat', 'post');
    await (await fake.start()).idle();
    expect(fake.machine.records.map(({ event, status }) => [event.context['path'], status])).toEqual([
      ['a.md', 'interrupted'],
      ['b.md', 'success'],
    ]);
  });

  it('leaves a debounced run to the next engine, which waits no longer than was left', async () => {
    const clock = createFakeClock();
    const fake = createEngineFixture(clock, [createHook('a', { policy: 'debounce', debounceMs: 5000 })]);
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await engine.enter([createSaved('a.md')]);
    expect(clock.pending).toBe(1);
    await engine.stop();
    // A timer would keep the process alive.
    expect(clock.pending).toBe(0);
    clock.advance(4000);
    const next = await fake.start();
    clock.advance(999);
    expect(fake.yard.calls).toEqual([]);
    clock.advance(1);
    await next.idle();
    expect(fake.yard.calls).toHaveLength(1);
  });
});

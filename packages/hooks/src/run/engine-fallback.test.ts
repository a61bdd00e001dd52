import { ToolyardError } from '@toolyard/core';
import {
  afterHook,
  callOf,
  createEngineFixture,
  createFakeClock,
  createHeldTool,
  createHook,
  createSaved,
  toToolError,
  waitUntil,
  type EngineFixture,
  type FakeTool,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';

const FALLBACK = createHook('fallback', {
  trigger: afterHook('first'),
  action: callOf('chat', 'post', 'hook', 'status', 'reason', 'path'),
});

function surround(tool: FakeTool | undefined, changes: Partial<Hook> = {}): EngineFixture {
  const action = callOf('files', 'write', 'path');
  const fake = createEngineFixture(createFakeClock(), [createHook('first', { action, ...changes }), FALLBACK]);
  fake.yard.setServer('files', {});
  fake.yard.setTool('files', 'write', tool);
  return fake;
}

/** What the hooks that stand in for the first were given. */
function standIns(fake: EngineFixture): unknown[] {
  return fake.yard.calls.filter(({ tool }) => tool === 'chat:post').map((call) => call.arguments);
}

function fail(code: ConstructorParameters<typeof ToolyardError>[0]): FakeTool {
  return () => Promise.reject(new ToolyardError(code, `because of ${code}`));
}

async function enter(fake: EngineFixture, path = 'a.md'): Promise<void> {
  const engine = await fake.start();
  await engine.enter([createSaved(path)]);
  await engine.idle();
}

describe('a hook that waits for the end of another', () => {
  it.each<[string, FakeTool, { readonly status: string; readonly reason: string }]>([
    ['a tool that fails', () => toToolError('it broke'), { status: 'error', reason: 'it broke' }],
    ['a call that takes too long', fail('call-timeout'), { status: 'timeout', reason: 'because of call-timeout' }],
    ['a lost connection', fail('connection-lost'), { status: 'error', reason: 'because of connection-lost' }],
    [
      'arguments that do not fit',
      fail('arguments-invalid'),
      { status: 'error', reason: 'because of arguments-invalid' },
    ],
    [
      'a server that went away before it got anything',
      fail('server-unavailable'),
      { status: 'skipped', reason: 'server unavailable: because of server-unavailable' },
    ],
  ])('acts after %s', async (_what, tool, told) => {
    const fake = surround(tool);
    await enter(fake);
    expect(standIns(fake)).toEqual([{ hook: 'first', path: 'a.md', ...told }]);
    // The end of the stand-in is an event as well, for which it does not wait.
    expect(fake.machine.records.map(({ hook }) => hook)).toEqual(['first', 'fallback', 'fallback']);
    expect(fake.machine.records[1]?.chain).toEqual([
      { hook: 'first', run: fake.machine.records[0]?.id, inferred: false },
    ]);
  });

  it.each<[string, Parameters<EngineFixture['yard']['setServer']>[1], string]>([
    ['is disabled', { state: 'disabled', reason: 'by you' }, 'server unavailable: disabled, by you'],
    ['is not in the configuration', undefined, 'server unavailable: "files" is not in the configuration'],
  ])('acts where the server %s', async (_what, status, reason) => {
    const fake = surround(undefined);
    fake.yard.setServer('files', status);
    await enter(fake);
    expect(standIns(fake)).toEqual([{ hook: 'first', status: 'skipped', reason, path: 'a.md' }]);
    expect(fake.machine.records[0]).toMatchObject({ status: 'skipped', unavailable: true, attempts: 0 });
  });

  it('acts after a run that was cancelled, and after one that was interrupted', async () => {
    const { tool, held } = createHeldTool();
    const fake = surround(tool, { policy: 'replace' });
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await waitUntil(() => held.length === 1);
    const [first] = fake.told.flatMap((event) => (event.type === 'run-started' ? [event.run] : []));
    await engine.enter([createSaved('a.md')]);
    await waitUntil(() => standIns(fake).length === 1 && held.length === 1);
    const cancelled = fake.machine.records.find(({ id }) => id === first);
    expect(standIns(fake)).toEqual([{ hook: 'first', status: 'cancelled', reason: cancelled?.reason, path: 'a.md' }]);
    await engine.stop();
    const next = await fake.start();
    await next.idle();
    expect(standIns(fake)[1]).toMatchObject({ status: 'interrupted', reason: 'Toolyard was ended during the run' });
  });

  it('acts after a run that a crash caught', async () => {
    const { tool, held } = createHeldTool();
    const fake = surround(tool);
    await (await fake.start()).enter([createSaved('a.md')]);
    await waitUntil(() => held.length === 1);
    await (await fake.start()).idle();
    expect(standIns(fake)).toMatchObject([{ status: 'interrupted' }]);
  });

  it('acts once where the machine dies at any write around the end of a skipped run', async () => {
    for (let diesAt = 1; diesAt < 12; diesAt++) {
      const fake = surround(undefined);
      fake.yard.setServer('files', undefined);
      const engine = await fake.start(diesAt);
      const taken = engine.enter([createSaved('a.md', { id: 'e1' })]);
      const isTaken = await Promise.race([
        taken.then(() => true),
        waitUntil(() => fake.machine.isDead).then(() => false),
      ]);
      if (isTaken) await Promise.race([engine.idle(), waitUntil(() => fake.machine.isDead)]);
      const next = await fake.start();
      await next.enter([createSaved('a.md', { id: 'e1' })]);
      await next.idle();
      const ended = fake.machine.records.map(({ hook, status, reason }) => `${hook} ${status} ${reason}`);
      expect(ended).toEqual([
        expect.stringMatching(/^first skipped server unavailable/),
        // One that had begun is not repeated: nobody knows whether it took effect.
        expect.stringMatching(/^fallback (success|interrupted)/),
        'fallback skipped hook is "fallback", not "first"',
      ]);
    }
  });

  it.each<[string, Partial<Hook>, (fake: EngineFixture) => void]>([
    ['did not match', { trigger: { event: 'file.saved', paths: ['b.md'] } }, () => undefined],
    ['is disabled', { enabled: false }, () => undefined],
    ['is not approved', {}, (fake) => void fake.refusals.set('first', 'not approved')],
  ])('does nothing where the other %s', async (_what, changes, prepare) => {
    const fake = surround(undefined, changes);
    prepare(fake);
    await enter(fake);
    expect(fake.yard.calls).toEqual([]);
    expect(fake.machine.records).toHaveLength(1);
    expect(fake.machine.records[0]).not.toHaveProperty('unavailable');
  });

  it('does nothing for what was dropped, debounced or replaced before it began', async () => {
    const { tool, held } = createHeldTool();
    const fake = surround(tool, { policy: 'drop' });
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await waitUntil(() => held.length === 1);
    await (
      await engine.enter([createSaved('a.md')])
    ).ended;
    expect(fake.machine.records).toMatchObject([{ status: 'skipped' }]);
    expect(standIns(fake)).toEqual([]);
  });

  it('ends where the stand-in needs the server that is unavailable too', async () => {
    const again = createHook('again', { trigger: { event: 'hook.ended' }, action: callOf('files', 'write', 'path') });
    const fake = createEngineFixture(createFakeClock(), [
      createHook('first', { action: callOf('files', 'write', 'path') }),
      again,
    ]);
    await enter(fake);
    expect(fake.machine.records.map(({ hook, status }) => `${hook} ${status}`)).toEqual([
      'first skipped',
      'again skipped',
      'again refused',
    ]);
  });
});

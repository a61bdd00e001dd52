import {
  callOf,
  createFakeClock,
  createEngineFixture,
  createHeldTool,
  createHook,
  createSaved,
  type FakeClock,
  type EngineFixture,
  type HeldCall,
  toSuccess,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { HookEngine } from './hook-engine.ts';
import type { Hook } from '../hook/hook.ts';

interface Setup {
  readonly fake: EngineFixture;
  readonly engine: HookEngine;
  readonly clock: FakeClock;
  readonly held: readonly HeldCall[];
  /** Enters the save of a file; gives the id of the event. */
  save(path: string, id: string): Promise<void>;
  /** Waits for the given number of calls under way, and gives their runs. */
  runs(count: number): Promise<readonly string[]>;
  /** What is in the log: event, status, reason. */
  log(): readonly unknown[];
}

async function set(...hooks: readonly Hook[]): Promise<Setup> {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock, hooks);
  const { tool, held } = createHeldTool();
  fake.yard.setTool('chat', 'post', tool);
  const engine = await fake.start();
  return {
    fake,
    engine,
    clock,
    held,
    save: async (path, id) => void (await engine.enter([createSaved(path, { id })])),
    async runs(count) {
      await waitUntil(() => held.length === count);
      return held.map(({ call }) => call.hook?.run ?? '');
    },
    log: () => fake.machine.records.map(({ event, status, reason }) => [event.id, status, reason]),
  };
}

describe('policies', () => {
  it('queue: runs for one path follow each other, those for others do not wait', async () => {
    const { save, runs, held, engine, log } = await set(createHook('a'));
    await save('a.md', 'e1');
    await save('a.md', 'e2');
    await save('b.md', 'e3');
    expect(await runs(2)).toEqual(['r1', 'r3']);
    held[0]?.end(toSuccess('yes'));
    await waitUntil(() => held.some(({ call }) => call.hook?.run === 'r2'));
    for (const call of held.slice()) call.end(toSuccess('yes'));
    await engine.idle();
    expect(log()).toHaveLength(3);
  });

  it('queue: a run begins only when the end of the one before is written down', async () => {
    const { fake, save, held, engine } = await set(createHook('a'));
    await save('a.md', 'e1');
    await save('a.md', 'e2');
    for (const run of ['r1', 'r2']) {
      await waitUntil(() => held[0]?.call.hook?.run === run);
      held[0]?.end(toSuccess('yes'));
    }
    await engine.idle();
    const written = fake.machine.entries.flatMap((entry) => ('run' in entry ? `${entry.type} ${entry.run}` : []));
    expect(written).toEqual(['started r1', 'ended r1', 'started r2', 'ended r2']);
  });

  it('drop: nothing is added while a run for the path is under way', async () => {
    const { save, runs, held, engine, log } = await set(createHook('a', { policy: 'drop' }));
    await save('a.md', 'e1');
    await save('a.md', 'e2');
    await save('b.md', 'e3');
    expect(await runs(2)).toEqual(['r1', 'r3']);
    for (const call of held.slice()) call.end(toSuccess('yes'));
    await engine.idle();
    expect(log()).toEqual([
      ['e2', 'skipped', 'dropped: run r1 is under way'],
      ['e1', 'success', undefined],
      ['e3', 'success', undefined],
    ]);
  });

  it('replace: cancels what runs, and takes the place of what waits', async () => {
    const { save, held, engine, log } = await set(createHook('a', { policy: 'replace' }));
    await save('a.md', 'e1');
    await waitUntil(() => held.length === 1);
    await save('a.md', 'e2');
    await waitUntil(() => held[0]?.call.hook?.run === 'r2');
    held[0]?.end(toSuccess('yes'));
    await engine.idle();
    expect(log()).toEqual([
      ['e1', 'cancelled', 'replaced by run r2'],
      ['e2', 'success', undefined],
    ]);
  });

  it('replace: a run that waits behind others keeps its place for the newer event', async () => {
    const { fake, held, log } = await set(
      createHook('slow', { trigger: { event: 'file.saved', paths: ['slow'] } }),
      createHook('a', { policy: 'replace', trigger: { event: 'file.saved', paths: ['*.md'] } }),
    );
    fake.limits = { concurrent: 1, perServer: 1 };
    const engine = await fake.start();
    const events = { slow: 'e1', 'a.md': 'e2', 'b.md': 'e3' };
    for (const [path, id] of Object.entries(events)) await engine.enter([createSaved(path, { id })]);
    await engine.enter([createSaved('a.md', { id: 'e4' })]);
    for (let calls = 0; calls < 3; calls++) {
      await waitUntil(() => held.length === 1);
      held[0]?.end(toSuccess('yes'));
    }
    await engine.idle();
    expect(log().filter((line) => !String(line).includes('does not match'))).toEqual([
      ['e2', 'skipped', expect.stringMatching(/^replaced by run r\d+$/)],
      ['e1', 'success', undefined],
      ['e4', 'success', undefined],
      ['e3', 'success', undefined],
    ]);
  });

  it('debounce: runs after the quiet, for the last event', async () => {
    const { save, runs, held, clock, engine, log } = await set(
      createHook('a', { policy: 'debounce', debounceMs: 1000 }),
    );
    await save('a.md', 'e1');
    clock.advance(900);
    await save('a.md', 'e2');
    clock.advance(900);
    await save('b.md', 'e3');
    expect(held).toHaveLength(0);
    clock.advance(100);
    expect(await runs(1)).toEqual(['r2']);
    clock.advance(900);
    expect(await runs(2)).toEqual(['r2', 'r3']);
    for (const call of held.slice()) call.end(toSuccess('yes'));
    await engine.idle();
    expect(log()).toEqual([
      ['e1', 'skipped', 'debounced'],
      ['e2', 'success', undefined],
      ['e3', 'success', undefined],
    ]);
  });

  it.each(['debounce', 'replace'] as const)('%s: loses no path of a hook that wants them together', async (policy) => {
    const trigger = { event: 'file.saved', batch: true } as const;
    const { fake, save, runs, clock } = await set(
      createHook('a', { policy, trigger, action: callOf('chat', 'post', 'paths') }),
    );
    await save('a.md', 'e1');
    if (policy === 'replace') await runs(1);
    await save('b.md', 'e2');
    await save('a.md', 'e3');
    // What waits is known to whoever comes after a crash, too.
    fake.yard.setTool('chat', 'post');
    const before = fake.yard.calls.length;
    const engine = await fake.start();
    clock.advance(1000);
    await engine.idle();
    expect(fake.yard.calls.slice(before).map((call) => call.arguments)).toEqual([{ paths: ['a.md', 'b.md'] }]);
    const last = fake.machine.records.at(-1);
    expect(last).toMatchObject({ status: 'success', event: { id: 'e3', context: { paths: ['a.md', 'b.md'] } } });
    expect(fake.machine.records).toHaveLength(3);
  });

  it('compares events of one call with each other', async () => {
    const { fake, engine, clock, held, log } = await set(
      createHook('drops', { policy: 'drop' }),
      createHook('calm', { policy: 'debounce' }),
    );
    await engine.enter(['e1', 'e2', 'e3'].map((id) => createSaved('a.md', { id })));
    clock.advance(1000);
    await waitUntil(() => held.length === 2);
    for (const call of held.slice()) call.end(toSuccess('yes'));
    await engine.idle();
    expect(log()).toEqual([
      ['e2', 'skipped', 'dropped: run r1 is under way'],
      ['e1', 'skipped', 'debounced'],
      ['e1', 'success', undefined],
      ['e3', 'success', undefined],
    ]);
    expect(fake.machine.records.map(({ count }) => count)).toEqual([2, 2, undefined, undefined]);
  });

  it('names the first of several events that are passed over for the same reason', async () => {
    const { engine, fake } = await set(createHook('calm', { policy: 'debounce' }));
    const paths = ['a.md', 'b.md', 'b.md', 'a.md'];
    await engine.enter(paths.map((path, index) => createSaved(path, { id: `e${index + 1}` })));
    await waitUntil(() => fake.machine.records.length === 1);
    expect(fake.machine.records).toMatchObject([{ event: { id: 'e1' }, reason: 'debounced', count: 2 }]);
    await engine.stop();
  });

  it('takes an event once that comes twice in one call', async () => {
    const { engine, fake } = await set(createHook('a'));
    fake.yard.setTool('chat', 'post');
    await engine.enter([createSaved('a.md', { id: 'e1' }), createSaved('a.md', { id: 'e1' })]);
    await engine.idle();
    expect(fake.yard.calls).toHaveLength(1);
  });

  it('replace: does not take the place of a run that a person asked for', async () => {
    const { engine, fake, held, save, log } = await set(createHook('a', { policy: 'replace' }));
    await engine.enter([{ name: 'manual', values: { path: 'a.md' }, target: 'a', id: 'e1' }]);
    await waitUntil(() => held.length === 1);
    await save('a.md', 'e2');
    fake.yard.setTool('chat', 'post');
    held[0]?.end(toSuccess('yes'));
    await engine.idle();
    expect(log()).toEqual([
      ['e1', 'success', undefined],
      ['e2', 'success', undefined],
    ]);
  });

  it('gives a person who asks a run of their own', async () => {
    const { fake, engine, held, save } = await set(createHook('a', { policy: 'drop' }));
    await save('a.md', 'e1');
    await engine.enter([{ name: 'manual', values: { path: 'a.md' }, target: 'a' }]);
    await waitUntil(() => held.length === 1);
    held[0]?.end(toSuccess('yes'));
    await waitUntil(() => held.length === 1 && fake.machine.records.length === 1);
    held[0]?.end(toSuccess('yes'));
    await engine.idle();
    expect(fake.machine.records.map(({ status }) => status)).toEqual(['success', 'success']);
  });
});

describe('pools', () => {
  const MANY = Array.from({ length: 20 }, (_, index) => `${index}.md`);

  it('runs as many at once as the limits say, in their order', async () => {
    const { fake, held } = await set(createHook('a'));
    fake.limits = { concurrent: 3, perServer: -1 };
    const engine = await fake.start();
    await engine.enter(MANY.map((path) => createSaved(path)));
    const order: string[] = [];
    for (const _ of MANY) {
      await waitUntil(() => held.length === Math.min(3, MANY.length - order.length));
      order.push(fake.yard.calls[order.length]?.hook?.run ?? '');
      held[0]?.end(toSuccess('yes'));
    }
    await engine.idle();
    expect(order).toEqual(order.toSorted((left, right) => Number(left.slice(1)) - Number(right.slice(1))));
  });

  it('begins with what a person asked for, whatever else waits', async () => {
    const { fake, held } = await set(createHook('a'));
    fake.limits = { concurrent: 3, perServer: -1 };
    const engine = await fake.start();
    await engine.enter(MANY.map((path) => createSaved(path)));
    await waitUntil(() => held.length === 3);
    await engine.enter([
      { name: 'manual', values: {}, target: 'a', id: 'first' },
      { name: 'manual', values: { path: 'other.md' }, target: 'a', id: 'second' },
    ]);
    for (let left = MANY.length + 2; left > 0; left--) {
      await waitUntil(() => held.length === Math.min(3, left));
      held[0]?.end(toSuccess('yes'));
    }
    await engine.idle();
    expect(fake.machine.records.map(({ event }) => event.id).slice(3, 5)).toEqual(['first', 'second']);
  });

  it('does not let a server whose pool is full hold up another', async () => {
    const { fake, held } = await set(
      createHook('a'),
      createHook('b', {
        action: {
          type: 'mcp',
          parameters: { serverId: 'files', toolName: 'read', parameterMappings: [], timeout: 1000 },
        },
      }),
    );
    fake.yard.setServer('files', {});
    fake.yard.setTool('files', 'read');
    fake.limits = { concurrent: -1, perServer: 2 };
    const engine = await fake.start();
    await engine.enter(MANY.map((path) => createSaved(path)));
    await waitUntil(() => fake.machine.records.length === MANY.length);
    expect(fake.machine.records.every(({ hook }) => hook === 'b')).toBe(true);
    expect(held).toHaveLength(2);
    await engine.stop();
  });

  it('keeps the place of a run whose hook gets another server meanwhile', async () => {
    const other = callOf('files', 'read');
    const of = (paths: string): Hook['trigger'] => ({ event: 'file.saved', paths: [paths] });
    const { fake, held } = await set(
      createHook('slow', { trigger: of('0') }),
      createHook('moved', { trigger: of('1') }),
      createHook('b', { trigger: of('2'), action: other }),
    );
    fake.yard.setServer('files', {});
    fake.yard.setTool('files', 'read');
    fake.limits = { concurrent: 1, perServer: 1 };
    const engine = await fake.start();
    await engine.enter(['0', '1', '2'].map((path) => createSaved(path)));
    await waitUntil(() => held.length === 1);
    fake.hooks = fake.hooks.map((known) =>
      known.hook.id === 'moved' ? { ...known, hook: { ...known.hook, action: other } } : known,
    );
    held[0]?.end(toSuccess('yes'));
    await engine.idle();
    expect(fake.yard.calls.map(({ hook, tool }) => [hook?.hook, tool])).toEqual([
      ['slow', 'chat:post'],
      ['moved', 'files:read'],
      ['b', 'files:read'],
    ]);
  });

  it('begins with what came first, whichever server it needs', async () => {
    const other = callOf('files', 'read');
    const { fake } = await set(
      createHook('a', { trigger: { event: 'file.saved', paths: ['?.md'] } }),
      createHook('b', { trigger: { event: 'file.saved', paths: ['?.ts'] }, action: other }),
    );
    fake.yard.setServer('files', {});
    fake.yard.setTool('files', 'read');
    fake.yard.setTool('chat', 'post');
    fake.limits = { concurrent: 1, perServer: 1 };
    const engine = await fake.start();
    await engine.enter(['1.md', '2.ts', '3.md', '4.ts', '5.ts', '6.md'].map((path) => createSaved(path)));
    await engine.idle();
    expect(fake.yard.calls.map((call) => call.hook?.hook)).toEqual(['a', 'b', 'a', 'b', 'b', 'a']);
  });

  it('counts a run for the server that its hook has when it begins', async () => {
    const { fake, held } = await set(
      createHook('a', { trigger: { event: 'file.saved', paths: ['?.md'] } }),
      createHook('b', { trigger: { event: 'file.saved', paths: ['?.ts'] }, action: callOf('mail', 'send') }),
    );
    const { tool, held: sent } = createHeldTool();
    fake.yard.setServer('mail', {});
    fake.yard.setTool('mail', 'send', tool);
    fake.limits = { concurrent: -1, perServer: 1 };
    const engine = await fake.start();
    await engine.enter(['1.md', '2.md', '1.ts'].map((path) => createSaved(path)));
    await waitUntil(() => held.length === 1 && sent.length === 1);
    fake.hooks = fake.hooks.map((known) => ({ ...known, hook: { ...known.hook, action: callOf('mail', 'send') } }));
    held[0]?.end(toSuccess('yes'));
    await waitUntil(() => fake.machine.records.some(({ status }) => status === 'success'));
    expect(sent).toHaveLength(1);
    sent[0]?.end(toSuccess('yes'));
    await waitUntil(() => sent[0]?.call.hook?.hook === 'a');
    await engine.stop();
  });
});

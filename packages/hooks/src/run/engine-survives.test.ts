import { ToolyardError } from '@toolyard/core';
import {
  callOf,
  createFakeClock,
  createFakeMachine,
  createEngineFixture,
  createHook,
  createSaved,
  type FakeClock,
  type EngineFixture,
  toSuccess,
  toToolError,
} from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NewEvent } from '../event/hook-event.ts';
import type { Hook } from '../hook/hook.ts';
import type { Marks } from '../event/marks.ts';
import type { HookEngine } from './hook-engine.ts';
import type { RunRecord } from './run-record.ts';

const HOOKS: readonly Hook[] = [
  createHook('plain', { action: callOf('chat', 'plain', 'path') }),
  createHook('twice', { action: callOf('chat', 'idempotent', 'path') }),
  createHook('drops', { policy: 'drop', action: callOf('chat', 'plain', 'path') }),
  createHook('replaces', { policy: 'replace', action: callOf('files', 'plain', 'path') }),
  createHook('debounces', { policy: 'debounce', debounceMs: 300, action: callOf('files', 'idempotent', 'path') }),
  createHook('batches', { trigger: { event: 'file.saved', batch: true }, action: callOf('files', 'plain', 'paths') }),
  createHook('off', { enabled: false }),
  createHook('unapproved'),
  createHook('elsewhere', { trigger: { event: 'file.saved', paths: ['b*'] }, action: callOf('chat', 'plain') }),
  createHook('follows', { trigger: { event: 'hook.ended', if: { hook: 'plain' } }, action: callOf('chat', 'plain') }),
];

type Step =
  | { readonly do: 'enter'; readonly paths: readonly string[] }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'server'; readonly state: 'running' | 'retrying' | 'starting' }
  | { readonly do: 'stop' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      paths: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 500 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('server' as const),
      state: fc.constantFrom('running' as const, 'retrying' as const, 'starting' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'stop' as const }) },
);

const anyLife = fc.record({
  steps: fc.array(anyStep, { maxLength: 12 }),
  /** At which write the machine dies; none where it is 0. */
  deaths: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
  torn: fc.nat(3),
  delays: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 5 }),
  failures: fc.array(fc.constantFrom('none', 'none', 'tool', 'lost', 'timeout'), { minLength: 1, maxLength: 6 }),
});

it(
  'ends every event of every hook exactly once, whatever fails and whenever the machine dies',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyLife, async (life) => {
        const world = createWorld(life.torn, life.delays, life.failures);
        const deaths = [...life.deaths];
        let engine = await world.start(deaths.shift());
        for (const step of life.steps) {
          if (world.fake.machine.isDead) engine = await world.start(deaths.shift());
          engine = await world.perform(step, engine);
        }
        world.fake.yard.setServer('chat', {});
        while (!(await world.finish(engine))) engine = await world.start(deaths.shift());
        expect(findFaults(world)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);

interface World {
  readonly fake: EngineFixture;
  readonly clock: FakeClock;
  /** The paths of all events, by the ids of the events. */
  readonly events: ReadonlyMap<string, string>;
  /** How often a run sent its call, by the id of the run and the tool. */
  readonly sent: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
  start(diesAt: number | undefined): Promise<HookEngine>;
  perform(step: Step, engine: HookEngine): Promise<HookEngine>;
  /** Waits until nothing is open; answers whether the machine lived that long. */
  finish(engine: HookEngine): Promise<boolean>;
}

function createWorld(torn: number, delays: readonly number[], failures: readonly string[]): World {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock, HOOKS);
  fake.machine = createFakeMachine(undefined, (count) => Math.min(torn, count));
  fake.refusals.set('unapproved', 'not approved');
  fake.limits = { concurrent: 3, perServer: 2 };
  fake.yard.setServer('files', {});
  const events = new Map<string, string>();
  const sent = new Map<string, number>();
  const faults: string[] = [];
  const entered = new Map<string, NewEvent>();
  let active = new Map<string, number>();
  let calls = 0;

  for (const server of ['chat', 'files']) {
    for (const tool of ['plain', 'idempotent']) {
      fake.yard.setTool(
        server,
        tool,
        async (call, signal) => {
          const key = `${call.hook?.run} ${tool}`;
          sent.set(key, (sent.get(key) ?? 0) + 1);
          const mine = active;
          mine.set(server, (mine.get(server) ?? 0) + 1);
          const all = [...mine.values()].reduce((sum, count) => sum + count, 0);
          if (all > 3 || (mine.get(server) ?? 0) > 2)
            faults.push(`${all} calls at once, ${mine.get(server)} of ${server}`);
          const number = calls++;
          try {
            await pause(clock, delays[number % delays.length] ?? 0, signal);
          } finally {
            mine.set(server, (mine.get(server) ?? 0) - 1);
          }
          const failure = failures[number % failures.length];
          if (failure === 'lost') throw new ToolyardError('connection-lost', 'The connection was lost');
          if (failure === 'timeout') throw new ToolyardError('call-timeout', 'Execution timeout');
          return failure === 'tool' ? toToolError('no') : toSuccess('yes');
        },
        { annotations: { idempotentHint: tool === 'idempotent' } },
      );
    }
  }

  /** What is not in the marks was not noticed yet: a source finds it again. */
  async function enter(engine: HookEngine, list: readonly NewEvent[]): Promise<void> {
    const marks = list.map((event): Marks => ({ [event.id ?? '']: true }));
    await until(Promise.race([engine.enter(list, marks), dead(fake)]), clock, fake);
  }

  return {
    fake,
    clock,
    events,
    sent,
    faults,
    async start(diesAt) {
      // What the dead machine had in its hands still happens.
      await flush();
      active = new Map();
      const engine = await until(fake.start(diesAt === 0 ? undefined : diesAt), clock, fake);
      if (engine === undefined) return this.start(undefined);
      const missed = [...entered.values()].filter(({ id = '' }) => !engine.marks().has(id));
      if (missed.length > 0) await enter(engine, missed);
      return fake.machine.isDead ? this.start(undefined) : engine;
    },
    async perform(step, engine) {
      if (step.do === 'server') fake.yard.setServer('chat', { state: step.state });
      if (step.do === 'pass') for (let ms = 0; ms < step.ms; ms += 50) await pass(clock, 50);
      if (step.do === 'enter') {
        const list = step.paths.map((path, index) => createSaved(path, { id: `e${entered.size + index}` }));
        for (const event of list) {
          entered.set(event.id ?? '', event);
          events.set(event.id ?? '', String(event.values['path']));
        }
        await enter(engine, list);
      }
      if (step.do !== 'stop') return engine;
      await until(engine.stop(), clock, fake);
      return this.start(undefined);
    },
    async finish(engine) {
      await until(engine.idle(), clock, fake);
      return !fake.machine.isDead;
    },
  };
}

/** Lets time pass until something is there or the machine is dead; a minute of it is a hang. */
async function until<T>(promise: Promise<T>, clock: FakeClock, fake: EngineFixture): Promise<T | undefined> {
  let result: { readonly value: T } | undefined;
  const settled = promise.then((value) => (result = { value }));
  for (let ms = 0; ms < 60_000; ms += 50) {
    await Promise.race([settled, flush()]);
    if (result !== undefined || fake.machine.isDead) return result?.value;
    await pass(clock, 50);
  }
  throw new Error('It hangs');
}

async function dead(fake: EngineFixture): Promise<void> {
  while (!fake.machine.isDead) await flush();
}

async function pass(clock: FakeClock, ms: number): Promise<void> {
  clock.advance(ms);
  await flush();
}

function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function pause(clock: FakeClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    clock.after(ms, resolve);
    signal.addEventListener('abort', () => reject(new ToolyardError('call-cancelled', 'Stopped')));
  });
}

function findFaults({ fake, events, sent, faults }: World): readonly string[] {
  const { records, entries } = fake.machine;
  const ended = new Set(entries.flatMap((entry) => (entry.type === 'ended' ? [entry.run] : [])));
  const planned = new Set(entries.flatMap((entry) => (entry.type === 'taken' ? entry.runs.map(({ id }) => id) : [])));
  const ids = records.map(({ id }) => id);
  return [
    ...faults,
    ...[...planned].filter((id) => !ended.has(id)).map((id) => `${id} never ended`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two records`),
    ...[...planned].filter((id) => !ids.includes(id)).map((id) => `${id} has no record`),
    ...[...sent].filter(([key, count]) => key.endsWith('plain') && count > 1).map(([key]) => `${key} was sent twice`),
    ...findMiscounts(records, events),
    ...findUnfollowed(records),
    ...records.filter((record) => record.status !== 'success' && !record.reason).map(({ id }) => `${id} has no reason`),
  ];
}

function findMiscounts(records: readonly RunRecord[], events: ReadonlyMap<string, string>): readonly string[] {
  const fileHooks = HOOKS.filter(({ trigger }) => trigger.event === 'file.saved');
  return fileHooks.flatMap(({ id }) => {
    const mine = records.filter(({ hook }) => hook === id);
    const sum = mine.map(weigh).reduce((left, right) => left + right, 0);
    return sum === events.size ? [] : [`${id} has ${sum} of ${events.size} events`];
  });
}

/** Every run that began is followed once by the hook that waits for its end. */
function findUnfollowed(records: readonly RunRecord[]): readonly string[] {
  const began = records.filter(({ hook, status }) => hook === 'plain' && status !== 'skipped');
  return began.flatMap(({ id }) => {
    const followers = records.filter(({ hook, event }) => hook === 'follows' && event.id === `ended-${id}`);
    return followers.length === 1 ? [] : [`${id} is followed ${followers.length} times`];
  });
}

/** How many events a record stands for. */
function weigh({ count, hook, status, event }: RunRecord): number {
  const { paths } = event.context;
  if (hook === 'batches' && Array.isArray(paths) && status !== 'refused') return count ?? paths.length;
  return count ?? 1;
}

import { ToolyardError, type ToolOutcome } from '@toolyard/core';
import {
  createEngineFixture,
  createFakeClock,
  createStressEvents,
  findUnaccounted,
  STRESS_HOOKS,
  toSuccess,
  toToolError,
  type EngineFixture,
  type FakeClock,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { parseHooksFile } from '../file/parse-hooks-file.ts';

const EVENTS = createStressEvents(500);
const AT_ONCE = 5;

interface FaultyWorld {
  readonly fake: EngineFixture;
  readonly clock: FakeClock;
  /** How many calls of one life ran at once at most. */
  most(): number;
  /** What runs now is gone. */
  die(): void;
}

/** A yard whose servers have every fault, and which counts what runs at once. */
function createFaultyWorld(): FaultyWorld {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock);
  const { hooks, problems } = parseHooksFile(JSON.stringify({ version: 1, hooks: STRESS_HOOKS }), { format: 'json' });
  expect(problems).toEqual([]);
  fake.hooks = hooks.map((hook) => ({ hook, source: 'workspace', file: 'hooks.json' }));
  fake.limits = { concurrent: AT_ONCE, perServer: AT_ONCE };
  let life = { running: 0 };
  let most = 0;
  const add = (target: string, ms: number, end: () => ToolOutcome, isIdempotent = false): void => {
    const [server = '', tool = ''] = target.split(':');
    fake.yard.setServer(server, {});
    const run = async (_call: unknown, signal: AbortSignal): Promise<ToolOutcome> => {
      const mine = life;
      most = Math.max(most, ++mine.running);
      try {
        return await new Promise<ToolOutcome>((resolve, reject) => {
          clock.after(ms, () => resolve(Promise.resolve().then(end)));
          signal.addEventListener('abort', () => reject(new ToolyardError('call-cancelled', 'Stopped')));
        });
      } finally {
        mine.running--;
      }
    };
    fake.yard.setTool(server, tool, run, { annotations: { idempotentHint: isIdempotent } });
  };
  const refuse = (code: 'call-timeout' | 'connection-lost') => (): never => {
    throw new ToolyardError(code, `because of ${code}`);
  };
  add('good:note', 20, () => toSuccess('noted'));
  add('good:put', 30, () => toSuccess('put'), true);
  add('good:slow', 200, () => toSuccess('done'));
  add('good:fail', 10, () => toToolError('it did not work'));
  add('good:big', 10, () => toSuccess('x'.repeat(100_000)));
  add('noisy:note', 10, () => toSuccess('noted'));
  add('noisy:put', 40, () => toSuccess('put'), true);
  add('stuck:hang', 1000, refuse('call-timeout'));
  add('mortal:die', 5, refuse('connection-lost'));
  return { fake, clock, most: () => most, die: () => (life = { running: 0 }) };
}

function flush(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Lets time pass until it is so; what has to wait for an hour hangs. */
async function passUntil(isDone: () => boolean, clock: FakeClock): Promise<void> {
  for (let ms = 0; !isDone(); ms += 50) {
    if (ms > 3_600_000) throw new Error('It hangs');
    await flush();
    clock.advance(50);
  }
}

it('ends 500 mixed events with faults once each, at most 5 at once, through two kills', async () => {
  const { fake, clock, most, die } = createFaultyWorld();
  const taken = new Set<string>();
  for (const end of [170, 340]) {
    const engine = await fake.start();
    for (const event of EVENTS.slice(0, end).filter(({ id }) => !taken.has(id))) {
      void engine.enter([event]).then(() => taken.add(event.id));
    }
    // Some are taken, some run, some wait, and some are just being written.
    await passUntil(() => taken.size > end - 60, clock);
    die();
  }
  const engine = await fake.start();
  const left = EVENTS.filter(({ id }) => !taken.has(id));
  let isIdle = false;
  void Promise.all(left.map((event) => engine.enter([event])))
    .then(() => engine.idle())
    .then(() => (isIdle = true));
  await passUntil(() => isIdle, clock);
  const { records } = fake.machine;
  expect(findUnaccounted(records, EVENTS, STRESS_HOOKS)).toEqual([]);
  expect(most()).toBe(AT_ONCE);
  const statuses = new Set(records.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual(['cancelled', 'error', 'interrupted', 'skipped', 'success', 'timeout']);
});

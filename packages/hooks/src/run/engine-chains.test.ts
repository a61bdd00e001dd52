import {
  createFakeClock,
  createEngineFixture,
  createHeldTool,
  createHook,
  createSaved,
  toSuccess,
  waitUntil,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { ChainLink, HookEvent, NewEvent } from '../event/hook-event.ts';
import { findChainRefusal } from './find-chain-refusal.ts';
import { joinEvents } from './open-run.ts';
import { createRecentRuns } from './recent-runs.ts';

function link(hook: string, inferred = false): ChainLink {
  return { hook, run: `run-${hook}`, inferred };
}

describe('findChainRefusal', () => {
  it.each([
    ['a hook that caused itself', [link('a')], 'a', 'loop: a → a'],
    ['two that cause each other', [link('a'), link('b')], 'a', 'loop: a → b → a'],
    ['a loop behind a guess', [link('x', true), link('a'), link('b')], 'a', 'loop: a → b → a'],
    ['a hook before a guess', [link('a'), link('b', true)], 'a', undefined],
    ['a guess itself', [link('a', true)], 'a', undefined],
    ['ten runs', Array.from({ length: 9 }, () => link('a', true)), 'a', undefined],
    [
      'eleven runs',
      Array.from({ length: 10 }, () => link('a', true)),
      'a',
      'chain too deep (11 of at most 10): a → a → a → a → a → a → a → a → a → a → a',
    ],
    ['another hook during a loop that is guessed', Array.from({ length: 10 }, () => link('a', true)), 'b', undefined],
    ['another hook once more', [...Array.from({ length: 10 }, () => link('a', true)), link('b', true)], 'b', undefined],
    [
      'two that seem to cause each other',
      Array.from({ length: 10 }, (_, index) => link(index % 2 === 0 ? 'a' : 'b', true)),
      'a',
      'chain too deep (11 of at most 10): a → b → a → b → a → b → a → b → a → b → a',
    ],
    [
      'eleven hooks that are known to follow each other',
      [link('x', true), ...Array.from('abcdefghij', (hook) => link(hook))],
      'k',
      'chain too deep (11 of at most 10): a → b → c → d → e → f → g → h → i → j → k',
    ],
  ])('%s', (_title, chain, hook, reason) => {
    expect(findChainRefusal({ chain, context: {} }, hook)).toBe(reason);
  });

  it('counts only runs for the same path, or all where there are very many', () => {
    const about = (path: string, inferred = true): ChainLink => ({ ...link('a', inferred), path });
    const judge = (chain: readonly ChainLink[], context: object): string | undefined =>
      findChainRefusal({ chain, context: { ...context } }, 'a');
    const turns = Array.from({ length: 10 }, (_, index) => about(`${index}.md`));
    expect(judge(turns, { path: 'new.md' })).toBeUndefined();
    expect(judge(turns, { path: '0.md' })).toMatch(/^chain too deep \(11 of at most 10\)/);
    expect(judge(turns, { path: '1.md' })).toBeUndefined();
    // A loop counts with what led into it.
    const into = [about('start.md'), ...Array.from({ length: 9 }, () => about('loop.md'))];
    expect(judge(into, { path: 'loop.md' })).toMatch(/^chain too deep \(11 of at most 10\)/);
    expect(judge(into.slice(0, 9), { path: 'loop.md' })).toBeUndefined();
    expect(judge([...turns.slice(0, 8), about('9.md'), about('9.md')], { path: '9.md' })).toBeUndefined();
    // What follows from a run is about the same as that.
    expect(judge([about('0.md'), ...turns.slice(1), { ...link('b'), path: '0.md' }], {})).toMatch(/^chain too deep/);
    expect(judge([...turns, { ...link('b'), path: 'new.md' }], {})).toBeUndefined();
    expect(judge([{ ...about('x.md'), guesses: 100 }], { path: 'new.md' })).toBeUndefined();
    expect(judge([{ ...about('x.md'), guesses: 101 }], { path: 'new.md' })).toBe(
      'chain too deep (over 100 runs that seem to cause each other): … → a → a',
    );
  });
});

describe('createRecentRuns', () => {
  const event = (from: number, to: number) => createSaved('a', { window: [from, to] });
  const cause = (hook: string, run: string, from: number) => ({ hook, run, path: undefined, chain: [], from });

  it('blames the deepest run that was under way, up to a second after its end', () => {
    const recent = createRecentRuns();
    recent.begin(cause('a', 'r1', 1000)).ends(3000);
    recent.begin({ ...cause('b', 'r2', 2000), chain: [link('a')] });
    const a = [{ hook: 'a', run: 'r1', inferred: true, guesses: 1 }];
    const b = [link('a'), { hook: 'b', run: 'r2', inferred: true, guesses: 1 }];
    expect(recent.chainOf(event(500, 999))).toEqual([]);
    expect(recent.chainOf(event(500, 1000))).toEqual(a);
    expect(recent.chainOf(event(2500, 2600))).toEqual(b);
    expect(recent.chainOf(event(9000, 9001))).toEqual(b);
    const alone = createRecentRuns();
    alone.begin(cause('a', 'r1', 1000)).ends(3000);
    expect(alone.chainOf(event(4000, 4001))).toEqual(a);
    expect(alone.chainOf(event(4001, 4002))).toEqual([]);
  });

  it('blames a run for the same path rather than a deeper one, and keeps the end of a long chain', () => {
    const recent = createRecentRuns();
    const long = Array.from({ length: 30 }, () => link('b', true));
    recent.begin({ ...cause('a', 'r1', 0), path: 'a' });
    recent.begin({ ...cause('b', 'r2', 0), path: 'b', chain: long });
    expect(recent.chainOf(event(1, 2))).toMatchObject([{ run: 'r1', path: 'a', guesses: 1 }]);
    const chain = recent.chainOf(createSaved('c', { window: [1, 2] }));
    expect(chain).toHaveLength(12);
    expect(chain.at(-1)).toEqual({ hook: 'b', run: 'r2', inferred: true, path: 'b', guesses: 31 });
  });

  it('counts a file that changed a while after the end of a run only among all guesses, since its time is exact', () => {
    const recent = createRecentRuns();
    recent.begin({ ...cause('a', 'r1', 1000), path: 'a' }).ends(3000);
    const pathOf = (from: number, changes: Partial<NewEvent> = {}) =>
      recent.chainOf({ ...event(from, from + 1), ...changes }).map(({ path, guesses }) => [path, guesses]);
    expect(pathOf(3100)).toEqual([['a', 1]]);
    expect(pathOf(3101)).toEqual([[undefined, 1]]);
    expect(pathOf(4000)).toEqual([[undefined, 1]]);
    expect(pathOf(4001)).toEqual([]);
    expect(pathOf(4000, { name: 'git.committed' })).toEqual([['a', 1]]);
  });

  it('forgets runs that ended long ago, or before very many others', () => {
    const recent = createRecentRuns();
    for (let at = 1; at <= 1001; at++) recent.begin(cause('a', `r${at}`, at * 10_000)).ends(at * 10_000);
    const runOf = (at: number) => recent.chainOf(event(at * 10_000, at * 10_000)).map(({ run }) => run);
    expect(runOf(1001)).toEqual(['r1001']);
    expect(runOf(950)).toEqual(['r950']);
    expect(runOf(940)).toEqual([]);
    const many = createRecentRuns();
    for (let at = 1; at <= 1001; at++) many.begin(cause('a', `r${at}`, at)).ends(at);
    expect(many.chainOf(event(0, 501))).toEqual([]);
    expect(many.chainOf(event(0, 502))).toMatchObject([{ run: 'r502' }]);
  });

  it('does not blame a run for what changed before it acted', () => {
    const recent = createRecentRuns();
    const acting = recent.begin(cause('a', 'r1', 1000));
    expect(recent.chainOf(event(1500, 1501))).toHaveLength(1);
    acting.acts(2000);
    expect(recent.chainOf(event(1500, 1999))).toEqual([]);
    expect(recent.chainOf(event(1500, 2000))).toHaveLength(1);
  });

  it('guesses nothing where the cause is known, or no time is', () => {
    const recent = createRecentRuns();
    recent.begin(cause('a', 'r1', 0));
    expect(recent.chainOf({ ...event(1, 2), chain: [link('b')] })).toEqual([link('b')]);
    expect(recent.chainOf(createSaved('a'))).toEqual([]);
  });
});

it('gives several events together the longest of their chains', () => {
  const of = (...chain: ChainLink[]): HookEvent => ({
    id: 'e',
    name: 'file.saved',
    at: 1,
    context: { path: 'a' },
    chain,
  });
  expect(joinEvents([of(link('a')), of(link('b'), link('c')), of()]).chain).toEqual([link('b'), link('c')]);
});

describe('loops', () => {
  it('refuses a hook that waits for its own end', async () => {
    const fake = createEngineFixture(createFakeClock(), [
      createHook('a'),
      createHook('b', { trigger: { event: 'hook.ended' } }),
    ]);
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await engine.idle();
    expect(fake.machine.records.map(({ hook, status, reason }) => [hook, status, reason])).toEqual([
      ['a', 'success', undefined],
      ['b', 'success', undefined],
      ['b', 'refused', 'loop: a → b → b'],
    ]);
  });

  it('ends a loop through a file after ten runs, and then takes a save as before', async () => {
    const clock = createFakeClock();
    const fake = createEngineFixture(clock, [createHook('a')]);
    const engine = await fake.start();
    const { tool, held } = createHeldTool();
    fake.yard.setTool('chat', 'post', tool);
    const save = async (): Promise<void> => {
      const now = clock.now();
      clock.advance(10);
      await engine.enter([createSaved('a.md', { window: [now, now] })]);
    };
    await save();
    for (let runs = 0; runs < 10; runs++) {
      await waitUntil(() => held.length === 1);
      clock.advance(100);
      await save();
      held[0]?.end(toSuccess('written'));
    }
    await engine.idle();
    const statuses = fake.machine.records.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 1 }, () => 'refused'), ...Array(10).fill('success')]);
    const refused = fake.machine.records.find(({ status }) => status === 'refused');
    expect(refused?.reason).toBe('chain too deep (11 of at most 10): a → a → a → a → a → a → a → a → a → a → a');
    expect(refused?.chain.every(({ inferred }) => inferred)).toBe(true);
    clock.advance(2000);
    fake.yard.setTool('chat', 'post');
    await save();
    await engine.idle();
    expect(fake.machine.records.at(-1)).toMatchObject({ status: 'success', chain: [] });
  });

  it('runs for every save of a person who saves each second, and ends a loop that takes as long', async () => {
    const clock = createFakeClock();
    const fake = createEngineFixture(clock, [createHook('a')]);
    const engine = await fake.start();
    for (let saves = 0; saves < 102; saves++) {
      clock.advance(900);
      const now = clock.now();
      await engine.enter([createSaved('a.md', { window: [now, now] })]);
      await engine.idle();
    }
    const statuses = fake.machine.records.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'success')).toHaveLength(101);
    expect(fake.machine.records.at(-1)?.reason).toMatch(/^chain too deep \(over 100 runs/);
  });

  it('does not blame a run whose call still waits for its server', async () => {
    const clock = createFakeClock();
    const fake = createEngineFixture(clock, [createHook('a')]);
    const { tool, held } = createHeldTool();
    fake.yard.setTool('chat', 'post', tool);
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await waitUntil(() => held.length === 1);
    const during = clock.now();
    clock.advance(1000);
    fake.yard.tellAttempts(held[0]?.call.hook?.run ?? '', 1, clock.now());
    await engine.enter([createSaved('b.md', { window: [during, during + 10] })]);
    await engine.enter([createSaved('c.md', { window: [clock.now(), clock.now()] })]);
    fake.yard.setTool('chat', 'post');
    for (const call of held.slice()) call.end(toSuccess('yes'));
    await waitUntil(() => fake.machine.records.length > 0 || held.length > 0);
    for (const call of held.slice()) call.end(toSuccess('yes'));
    await engine.idle();
    const lengths = fake.machine.records.map(
      ({ event: { context }, chain }) => `${String(context['path'])} ${chain.length}`,
    );
    expect(new Set(lengths)).toEqual(new Set(['a.md 0', 'b.md 0', 'c.md 1']));
  });
});

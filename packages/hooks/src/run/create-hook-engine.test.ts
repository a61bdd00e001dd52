import { ToolyardError } from '@toolyard/core';
import {
  afterHook,
  callOf,
  createFakeClock,
  createEngineFixture,
  createHook,
  createSaved,
  type EngineFixture,
  toSuccess,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';

const START = '2026-01-01T00:00:00.000Z';

function surround(...hooks: readonly Hook[]): EngineFixture {
  return createEngineFixture(createFakeClock(), hooks);
}

describe('taking events', () => {
  it('runs the hook that waits for an event, with what the event says', async () => {
    const fake = surround(createHook('announce', { name: 'Tell', action: callOf('chat', 'post', 'path', 'branch') }));
    const engine = await fake.start();
    const { ended } = await engine.enter([createSaved('specs/a/spec.md', { id: 'e1' })]);
    const records = await ended;
    expect(fake.yard.calls).toEqual([
      {
        tool: 'chat:post',
        arguments: { path: 'specs/a/spec.md', branch: 'main' },
        origin: 'hook',
        session: 'hook:r1',
        hook: { hook: 'announce', run: 'r1' },
        timeoutMs: 30_000,
      },
    ]);
    expect(records).toEqual([
      {
        id: 'r1',
        hook: 'announce',
        name: 'Tell',
        source: 'workspace',
        status: 'success',
        event: {
          id: 'e1',
          name: 'file.saved',
          at: START,
          context: {
            event: 'file.saved',
            path: 'specs/a/spec.md',
            feature: 'a',
            branch: 'main',
            user: 'Ada',
            timestamp: START,
            workspace: '/home/ada/shop',
          },
        },
        action: 'mcp',
        target: 'chat:post',
        server: { key: 'chat', state: 'running', status: 'available' },
        arguments: { path: 'specs/a/spec.md', branch: 'main' },
        attempts: 1,
        queuedAt: START,
        startedAt: START,
        endedAt: START,
        ms: 0,
        chain: [],
        result: 'done',
      },
    ]);
    expect(fake.machine.records).toEqual(records);
    await engine.idle();
    expect(fake.machine.entries.map((entry) => entry.type)).toEqual(['taken', 'started', 'ended']);
    expect(fake.told.map((event) => event.type)).toEqual(['event-taken', 'run-started', 'run-ended']);
  });

  it('keeps why a hook did not run, once for each hook and reason', async () => {
    const fake = surround(
      createHook('off', { enabled: false }),
      createHook('specs', { trigger: { event: 'file.saved', paths: ['specs/**'] } }),
      createHook('new'),
      createHook('other', { trigger: { event: 'git.committed' } }),
    );
    fake.refusals.set('new', 'not approved');
    const engine = await fake.start();
    const { ended } = await engine.enter([createSaved('a.md'), createSaved('b.md'), createSaved('specs/c.md')]);
    const shown = (await ended).map(({ hook, status, reason, count, attempts }) => [
      hook,
      status,
      reason,
      count,
      attempts,
    ]);
    expect(shown).toEqual([
      ['off', 'skipped', 'disabled', 3, 0],
      ['specs', 'skipped', 'path does not match specs/**', 2, 0],
      ['new', 'skipped', 'not approved', 3, 0],
      ['specs', 'success', undefined, undefined, 1],
    ]);
  });

  it('gives a hook that wants them together all paths of one call', async () => {
    const fake = surround(
      createHook('all', {
        trigger: { event: 'file.saved', batch: true, paths: ['*.md'] },
        action: callOf('chat', 'post', 'paths'),
      }),
    );
    const engine = await fake.start();
    const { ended } = await engine.enter(['a.md', 'x.ts', 'b.md'].map((path) => createSaved(path)));
    expect((await ended).map(({ status, event }) => [status, event.context['paths'], event.context['path']])).toEqual([
      ['success', ['a.md', 'b.md'], undefined],
      ['skipped', undefined, 'x.ts'],
    ]);
    expect(fake.yard.calls.map((call) => call.arguments)).toEqual([{ paths: ['a.md', 'b.md'] }]);
  });

  it('gives a hook that wants them together the paths that an event has already', async () => {
    const trigger = { event: 'file.saved', batch: true } as const;
    const fake = surround(createHook('all', { trigger, action: callOf('chat', 'post', 'paths') }));
    const engine = await fake.start();
    await (
      await engine.enter([{ name: 'manual', values: { paths: ['a.md', 'b.md'] }, target: 'all' }])
    ).ended;
    expect(fake.yard.calls.map((call) => call.arguments)).toEqual([{ paths: ['a.md', 'b.md'] }]);
  });

  it('runs the one hook that is meant, also a disabled one with another trigger, but not without approval', async () => {
    const fake = surround(
      createHook('meant', { enabled: false, trigger: { event: 'git.committed' } }),
      createHook('other', { trigger: { event: 'manual' } }),
    );
    const engine = await fake.start();
    const event = { name: 'manual', values: {}, target: 'meant', replayOf: 'r0' } as const;
    const [record] = await (await engine.enter([event])).ended;
    expect(record).toMatchObject({ hook: 'meant', status: 'success', replayOf: 'r0' });
    fake.refusals.set('meant', 'not approved');
    const [refused] = await (await engine.enter([event])).ended;
    expect(refused).toMatchObject({ hook: 'meant', status: 'skipped', reason: 'not approved' });
    expect(fake.yard.calls).toHaveLength(1);
  });

  it('takes an event once, and lets who enters it again wait for the same runs', async () => {
    const fake = surround(createHook('a'));
    const engine = await fake.start();
    const entered = await Promise.all([1, 2].map(() => engine.enter([createSaved('a.md', { id: 'e1' })])));
    const [first, second] = await Promise.all(entered.map(({ ended }) => ended));
    expect(first).toHaveLength(1);
    expect(second).toEqual(first);
    const again = await fake.start();
    expect(await (await again.enter([createSaved('a.md', { id: 'e1' })], [{ x: 1 }])).ended).toEqual([]);
    expect(again.marks()).toEqual(new Map([['x', 1]]));
    expect(fake.yard.calls).toHaveLength(1);
  });

  it('keeps marks with their events, and forgets those that are null', async () => {
    const fake = surround();
    const engine = await fake.start();
    await engine.enter([createSaved('a'), createSaved('b')], [{ 'file:a': [1] }, { 'file:b': [2] }]);
    await engine.mark({ 'file:a': null, head: 'main' });
    const marks = new Map<string, unknown>([
      ['file:b', [2]],
      ['head', 'main'],
    ]);
    expect(engine.marks()).toEqual(marks);
    expect((await fake.start()).marks()).toEqual(marks);
  });

  it('takes nothing that it cannot write down', async () => {
    const fake = surround(createHook('a'));
    const engine = await fake.start();
    fake.machine.fail(new Error('the disk is full'));
    const refused: unknown = await engine.enter([createSaved('a')], [{ a: 1 }]).catch((error: unknown) => error);
    expect(ToolyardError.is(refused) && [refused.code, refused.message]).toEqual([
      'state-not-written',
      'The journal of the hooks was not written: the disk is full',
    ]);
    expect(engine.marks().size).toBe(0);
    await engine.idle();
    fake.machine.fail(undefined);
    expect(await (await engine.enter([createSaved('a')])).ended).toHaveLength(1);
    expect(fake.yard.calls).toHaveLength(1);
  });

  it('says it when a record cannot be kept, and leaves the run to the next engine', async () => {
    const fake = surround(createHook('a'));
    const engine = await fake.start();
    fake.yard.setTool('chat', 'post', () => {
      fake.machine.fail(new Error('the disk is full'));
      return toSuccess('done');
    });
    await engine.enter([createSaved('a', { id: 'e1' })]);
    await engine.idle();
    expect(fake.told.filter(({ type }) => type === 'warning')).toEqual([
      { type: 'warning', message: 'The record of run r1 (a) was not kept: the disk is full' },
    ]);
    await (await fake.start()).idle();
    expect(fake.machine.records.map(({ id, status }) => [id, status])).toEqual([['r1', 'interrupted']]);
  });
});

describe('hooks after hooks', () => {
  it('feeds the result of one hook to the next', async () => {
    const fake = surround(
      createHook('a'),
      createHook('b', { trigger: afterHook('a'), action: callOf('chat', 'post', 'result', 'status') }),
    );
    fake.yard.setTool('chat', 'post', () => toSuccess('{"issue": 7}'));
    const engine = await fake.start();
    await engine.enter([createSaved('a.md', { id: 'e1' })]);
    await engine.idle();
    expect(fake.yard.calls.map((call) => [call.session, call.arguments])).toEqual([
      ['hook:r1', {}],
      ['hook:r1', { result: { issue: 7 }, status: 'success' }],
    ]);
    const shown = fake.machine.records.map(({ hook, status, chain }) => [hook, status, chain.map((link) => link.hook)]);
    expect(shown).toEqual([
      ['a', 'success', []],
      ['b', 'success', ['a']],
      ['b', 'skipped', ['a', 'b']],
    ]);
  });

  it('passes on what is long, but keeps only its beginning', async () => {
    const fake = surround(
      createHook('a'),
      createHook('b', { trigger: afterHook('a'), action: callOf('chat', 'post', 'result') }),
    );
    fake.yard.setTool('chat', 'post', () => toSuccess('x'.repeat(2_000_000)));
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await engine.idle();
    const passed = fake.yard.calls[1]?.arguments['result'];
    expect(passed).toBe(`${'x'.repeat(1_048_576)}… (cut; 2000000 characters in all)`);
    const kept = `${'x'.repeat(16_384)}… (cut; 2000000 characters in all)`;
    expect(fake.machine.records[0]?.result).toBe(kept);
    expect(JSON.stringify(fake.machine.records[1]).length).toBeLessThan(60_000);
  });
});

it('takes ten thousand events at once, in seconds', { timeout: 180_000 }, async () => {
  const fake = surround(
    createHook('each'),
    createHook('all', { trigger: { event: 'file.saved', batch: true } }),
    createHook('none', { trigger: { event: 'file.saved', paths: ['specs/**'] } }),
    createHook('calm', { policy: 'debounce', trigger: { event: 'file.saved', paths: ['0.md'] } }),
  );
  const engine = await fake.start();
  const begin = process.cpuUsage();
  const events = Array.from({ length: 10_000 }, (_, index) => createSaved(`${index}.md`));
  const same = Array.from({ length: 10_000 }, () => createSaved('same.md'));
  await engine.enter(events);
  const entered = await engine.enter(same);
  await entered.ended;
  // Of the processor, since others may keep it busy too.
  expect(process.cpuUsage(begin).user).toBeLessThan(30_000_000);
  await engine.stop();
  expect(fake.yard.calls.filter((call) => call.hook?.hook === 'each')).toHaveLength(20_000);
});

import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { afterHook, callOf, createFakeSurroundings, createHook, createSaved } from './fake-engine.ts';
import { toSuccess } from './fake-hook-yard.ts';

describe('createHookEngine', () => {
  it('runs the hook that waits for an event, with what the event says', async () => {
    const fake = createFakeSurroundings(createFakeClock(), [
      createHook('announce', { action: callOf('chat', 'post', 'path', 'branch') }),
    ]);
    const engine = await fake.start();
    const { ended } = await engine.enter([createSaved('specs/a/spec.md')]);
    const [record] = await ended;
    expect(fake.yard.calls.map((call) => [call.tool, call.arguments, call.origin])).toEqual([
      ['chat:post', { path: 'specs/a/spec.md', branch: 'main' }, 'hook'],
    ]);
    expect(record).toMatchObject({ hook: 'announce', status: 'success', result: 'done', attempts: 1 });
    expect(fake.machine.records).toEqual([record]);
    await engine.idle();
    expect(fake.machine.entries.map((entry) => entry.type)).toEqual(['taken', 'started', 'ended']);
  });

  it('feeds the result of one hook to the next', async () => {
    const fake = createFakeSurroundings(createFakeClock(), [
      createHook('a'),
      createHook('b', { trigger: afterHook('a'), action: callOf('chat', 'post', 'result') }),
    ]);
    fake.yard.setTool('chat', 'post', () => toSuccess('{"issue": 7}'));
    const engine = await fake.start();
    await engine.enter([createSaved('a.md')]);
    await engine.idle();
    expect(fake.yard.calls.map((call) => call.arguments)).toEqual([{}, { result: { issue: 7 } }]);
    expect(
      fake.machine.records.map(({ hook, status, chain }) => [hook, status, chain.map((link) => link.hook)]),
    ).toEqual([
      ['a', 'success', []],
      ['b', 'success', ['a']],
      ['b', 'skipped', ['a', 'b']],
    ]);
  });
});

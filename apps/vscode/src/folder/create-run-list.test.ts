import { createHook, exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createRunList, RUNS_KEPT } from './create-run-list.ts';

const HOOKS = [{ hook: createHook('announce'), source: 'workspace' as const, file: '/shop/.toolyard/hooks.json' }];

describe('createRunList', () => {
  it('has a run among those that ended in the moment in which it runs no more, and once', () => {
    const list = createRunList();
    const record = exampleRecord({ id: 'r1', hook: 'announce' });
    expect(list.hear({ type: 'run-started', run: 'r1', hook: 'announce', target: 'a.md' }, 1, HOOKS)).toBe(true);
    expect(list.live()).toEqual([{ id: 'r1', hook: 'announce', target: 'a.md', startedAt: 1 }]);
    expect(list.hear({ type: 'run-ended', record, isMismatch: false }, 2, HOOKS)).toBe(true);
    expect([list.live(), list.ended()]).toEqual([[], [record]]);
    expect(list.lastOf('announce')).toBe(record);
    // As the log tells it a moment later.
    expect(list.take({ ...record }, HOOKS)).toBe(false);
    expect(list.ended()).toEqual([record]);
  });

  it('forgets what ran when the engine ends', () => {
    const list = createRunList();
    list.hear({ type: 'run-started', run: 'r1', hook: 'announce', target: '' }, 1, HOOKS);
    expect(list.hear({ type: 'engine-ended', why: 'asked to', pending: 0 }, 2, HOOKS)).toBe(true);
    expect(list.live()).toEqual([]);
  });

  it('keeps the newest', () => {
    const list = createRunList();
    for (let count = 0; count <= RUNS_KEPT; count++) list.take(exampleRecord({ id: `r${count}` }), HOOKS);
    expect(list.ended()).toHaveLength(RUNS_KEPT);
    expect(list.ended()[0]?.id).toBe(`r${RUNS_KEPT}`);
  });

  it('leaves out events that a hook does not match', () => {
    const list = createRunList();
    const mismatch = exampleRecord({ id: 'r1', hook: 'announce', status: 'skipped', attempts: 0 });
    const elsewhere = { ...mismatch, event: { ...mismatch.event, name: 'git.committed' as const } };
    expect(list.take(elsewhere, HOOKS)).toBe(false);
    expect(list.ended()).toEqual([]);
  });
});

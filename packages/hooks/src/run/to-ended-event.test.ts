import { createHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../event/hook-event.ts';
import { toEndedEvent } from './to-ended-event.ts';

const HOOKS = [
  { hook: createHook('next', { trigger: { event: 'hook.ended' } }), source: 'workspace', file: 'hooks.json' },
] as const;

function ended(context: HookEvent['context']): unknown {
  const event: HookEvent = { id: 'e1', name: 'hook.ended', at: 1, context, chain: [] };
  const run = { plan: { id: 'r2', hook: 'second' }, event };
  return toEndedEvent(run, { status: 'success', result: 'new' }, HOOKS)?.values;
}

describe('toEndedEvent', () => {
  it('says what the run was about, and everything else anew', () => {
    const about = { path: 'specs/a/b.md', feature: 'a', branch: 'main', commit: 'c1', data: { ticket: 7 } };
    const before = { event: 'hook.ended', timestamp: 't', user: 'Ada', hook: 'first', status: 'error', result: 'old' };
    expect(ended({ ...about, ...before, workspace: 'w' })).toEqual({
      ...about,
      hook: 'second',
      status: 'success',
      result: 'new',
    });
  });

  it('has no branch where there was none', () => {
    expect(ended({})).toEqual({ branch: null, hook: 'second', status: 'success', result: 'new' });
  });
});

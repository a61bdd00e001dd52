import { describe, expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';
import { importHooks } from './import-hooks.ts';

function createHook(id: string, command: string): Hook {
  return {
    id,
    enabled: true,
    trigger: { event: 'manual' },
    action: { type: 'custom', parameters: { command, args: [], timeout: 30_000 } },
    policy: 'queue',
    debounceMs: 1000,
  };
}

describe('importHooks', () => {
  it('adds what is new, in its order', () => {
    const imported = [createHook('b', 'x'), createHook('a', 'y')];
    expect(importHooks([createHook('c', 'z')], imported)).toEqual({ added: imported, skipped: [], renamed: [] });
  });

  it('skips what is there already', () => {
    expect(importHooks([createHook('a', 'x')], [createHook('a', 'x')])).toEqual({
      added: [],
      skipped: [{ id: 'a', reason: 'it already exists' }],
      renamed: [],
    });
  });

  it('gives a taken id a number that is free', () => {
    const existing = [createHook('a', 'x'), createHook('a-2', 'y')];
    expect(importHooks(existing, [createHook('a', 'z')])).toEqual({
      added: [createHook('a-3', 'z')],
      skipped: [],
      renamed: [{ from: 'a', to: 'a-3' }],
    });
  });

  it('adds nothing when it is done again', () => {
    const existing = [createHook('a', 'x')];
    const imported = [createHook('a', 'y'), createHook('b', 'z')];
    const { added } = importHooks(existing, imported);
    expect(importHooks([...existing, ...added], imported)).toEqual({
      added: [],
      skipped: [
        { id: 'a', reason: 'it already exists as "a-2"' },
        { id: 'b', reason: 'it already exists' },
      ],
      renamed: [],
    });
  });

  it('keeps ids within their length', () => {
    const long = 'x'.repeat(64);
    expect(importHooks([createHook(long, 'x')], [createHook(long, 'y')]).added).toEqual([
      createHook(`${'x'.repeat(62)}-2`, 'y'),
    ]);
  });

  it('does not let two that are imported together have one id', () => {
    expect(importHooks([], [createHook('a', 'x'), createHook('a', 'y')]).added.map(({ id }) => id)).toEqual([
      'a',
      'a-2',
    ]);
  });
});

import { createHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { isDirty, toFreshState } from './form-state.ts';
import { parseKept, toKept } from './kept-form.ts';
import { toDraft } from './to-draft.ts';

const draft = toDraft(createHook('a', { policy: 'debounce', debounceMs: 700 }), { folder: '/shop', source: 'user' });
const fresh = toFreshState(draft);
const typed = { ...fresh, draft: { ...draft, values: { ...draft.values, name: 'Mine' } } };

describe('parseKept', () => {
  it('gives back what was typed', () => {
    const kept = parseKept(toKept(typed));
    expect(kept).toEqual({ subject: { folder: '/shop', hook: 'a' }, form: typed });
    expect(kept?.form && isDirty(kept.form)).toBe(true);
  });

  it('gives back a new hook', () => {
    const { base: _base, ...unsaved } = draft;
    const { hookId: _hookId, ...state } = toFreshState(unsaved);
    expect(parseKept(toKept(state))).toMatchObject({ subject: { folder: '/shop' }, form: { draft: unsaved } });
  });

  it.each([
    undefined,
    null,
    5,
    '',
    '{',
    '[]',
    '{"version":2,"subject":{"folder":"/shop"}}',
    '{"version":1}',
    '{"version":1,"subject":{"folder":"/shop"}}',
    '{"version":1,"subject":{"folder":5}}',
    `{"version":1,"subject":{"folder":"${'x'.repeat(2_100_000)}"}}`,
  ])('takes nothing from what is no form', (value) => {
    expect(parseKept(value)).toBeUndefined();
  });

  it.each([{ values: 5 }, { values: { id: { a: 1 } } }, { base: { id: 'a' } }, { tool: null }])(
    'takes no draft from one with %j in it',
    (wrong) => {
      const text = JSON.stringify({
        version: 1,
        subject: { folder: '/shop', hook: 'a' },
        draft: { ...draft, ...wrong },
      });
      expect(parseKept(text)).toBeUndefined();
    },
  );
});

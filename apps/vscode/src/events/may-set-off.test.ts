import type { NewEvent, Trigger } from '@toolyard/hooks';
import { createHook } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { maySetOff } from './may-set-off.ts';

const EVENT: NewEvent = {
  name: 'diagnostics.changed',
  values: { path: '/shop/src/a.ts', errors: 2, warnings: 0, data: { problems: [{ line: 3 }] } },
};

it.each<[boolean, Trigger['if']]>([
  [true, undefined],
  [true, { path: 'src/a.ts' }],
  [false, { path: { matches: 'test/**' } }],
  [false, { errors: 0 }],
  [true, { 'data.problems[0].line': 3 }],
  [false, { 'data.problems[0].line': 4 }],
  // What only the engine knows.
  [true, { branch: 'main' }],
  [false, { branch: 'main', errors: 0 }],
])('is %s for the condition %j', (may, conditions) => {
  const trigger = { event: 'diagnostics.changed', ...(conditions !== undefined && { if: conditions }) } as const;
  expect(maySetOff(createHook('a', { trigger }), EVENT, '/shop')).toBe(may);
});

it('is false for another event, and for a hook that is switched off', () => {
  expect(maySetOff(createHook('a', { trigger: { event: 'task.ended' } }), EVENT, '/shop')).toBe(false);
  const off = createHook('a', { trigger: { event: 'diagnostics.changed' }, enabled: false });
  expect(maySetOff(off, EVENT, '/shop')).toBe(false);
});

import type { RunRecord } from '@toolyard/hooks';
import { exampleHook, exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { toHooksEvent } from './hooks-event.ts';

const HOOKS = [
  exampleHook({ trigger: { event: 'file.saved', paths: ['specs/**'] } }),
  exampleHook({ id: 'other', trigger: { event: 'git.committed' } }),
];

const elsewhere = { ...exampleRecord().event, context: { path: 'README.md' } };

it.each<[string, boolean, Partial<RunRecord>]>([
  ['an event that does not match the hook', true, { status: 'skipped', event: elsewhere }],
  ['a hook that matches and may not run', false, { status: 'skipped', reason: 'not approved' }],
  ['a run that ended', false, { status: 'error', event: elsewhere }],
  ['a hook that is not there any more', false, { status: 'skipped', hook: 'gone', event: elsewhere }],
])('tells a mismatch: %s (%s)', (_what, isMismatch, change) => {
  const record = exampleRecord(change);
  expect(toHooksEvent({ type: 'run-ended', record }, HOOKS)).toEqual({ type: 'run-ended', record, isMismatch });
});

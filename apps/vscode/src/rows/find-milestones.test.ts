import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { exampleLook, exampleShown } from '../../test/fakes/example-look.ts';
import type { FolderState } from '../folder/folder.ts';
import { findMilestones } from './find-milestones.ts';

const NONE = { server: false, tool: false, hook: false, run: false };
const SERVER = { id: 'chat', name: 'chat', status: 'unknown', tools: [], lastDiscovered: 1 } as const;

it.each<[string, Partial<FolderState>, Partial<typeof NONE>]>([
  ['nothing', {}, {}],
  ['a server that was found', { servers: [SERVER] }, { server: true }],
  ['a tool that a person called', { hasTriedTool: true }, { tool: true }],
  ['a hook', { hooks: [exampleShown('a')] }, { hook: true }],
  ['a run that succeeded', { runs: [exampleRecord()] }, { run: true }],
  ['a run that failed', { runs: [exampleRecord({ status: 'error' })] }, { run: true }],
  ['a hook that was not approved', { runs: [exampleRecord({ status: 'refused' })] }, {}],
  ['a hook that an event did not match', { runs: [exampleRecord({ status: 'skipped' })] }, {}],
])('finds what is done of %s', (_, state, done) => {
  expect(findMilestones([exampleLook(), exampleLook(state, '/other')])).toEqual({ ...NONE, ...done });
});

it('finds nothing in a window without folders', () => {
  expect(findMilestones([])).toEqual(NONE);
});

import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { exampleFinding, exampleLook, exampleShown, NOW } from '../../test/fakes/example-look.ts';
import type { FolderState } from '../folder/folder.ts';
import { countAttention, describeWindow } from './describe-window.ts';

const HOOKS = [exampleShown('a'), exampleShown('b'), exampleShown('c', {}, { source: 'user' })];

it.each<readonly [string, boolean, Partial<FolderState>]>([
  ['$(zap) Toolyard: 3 hooks', false, { hooks: HOOKS }],
  ['$(zap) Toolyard: 1 hook', false, { hooks: [exampleShown('a')] }],
  ['$(zap) Toolyard: no hooks', false, {}],
  ['$(workspace-untrusted) Toolyard: not trusted', false, { hooks: HOOKS, duty: { kind: 'untrusted' } }],
  ['$(loading~spin) Toolyard: starting', false, { duty: { kind: 'starting' } }],
  ['$(circle-slash) Toolyard: off', false, { hooks: HOOKS, duty: { kind: 'off' } }],
  ['$(error) Toolyard: 1 problem', true, { hooks: HOOKS, duty: { kind: 'blocked', message: 'x' } }],
  ['$(error) Toolyard: 1 problem', true, { hooks: HOOKS, configurationProblem: { message: 'x' } }],
  ['$(zap) Toolyard: no hooks', false, { configurationProblem: { message: 'x' } }],
  [
    '$(error) Toolyard: 2 problems',
    true,
    { hooks: [exampleShown('a', {}, { state: 'invalid' })], findings: [exampleFinding('x')] },
  ],
  [
    '$(shield) Toolyard: servers not approved',
    true,
    { hooks: HOOKS, duty: { kind: 'blocked', message: 'x' }, needsServerApproval: true },
  ],
  ['$(shield) Toolyard: 1 not approved', true, { hooks: [exampleShown('a', {}, { state: 'not approved' })] }],
  [
    '$(sync~spin) Toolyard: 1 running',
    false,
    { hooks: HOOKS, live: [{ id: 'r', hook: 'a', target: 't', startedAt: NOW }] },
  ],
])('says %j', (text, isWarning, state) => {
  expect(describeWindow([exampleLook(state)])).toMatchObject({ text, isWarning });
});

it('counts the hooks of the user once, and says the rest in sentences', () => {
  const folders = [exampleLook({ hooks: HOOKS }), exampleLook({ hooks: HOOKS, duty: { kind: 'elsewhere' } }, '/site')];
  expect(describeWindow(folders)).toEqual({
    text: '$(zap) Toolyard: 5 hooks',
    detail: '5 hooks, 0 running. Another window or command runs them. Click to show the hooks.',
    isWarning: false,
  });
});

it('counts hooks to approve, and those that failed since somebody looked', () => {
  const failed = exampleShown('a', {}, { lastRun: exampleRecord({ status: 'timeout' }) });
  const unserved = exampleShown('b', {}, { lastRun: exampleRecord({ status: 'skipped', unavailable: true }) });
  const waiting = exampleShown('c', {}, { state: 'changed since approved' });
  const fine = exampleShown('d', {}, { lastRun: exampleRecord() });
  const look = exampleLook({ hooks: [failed, unserved, waiting, fine] });
  expect([countAttention([look], 0), countAttention([look], NOW)]).toEqual([3, 1]);
  const own = exampleShown('e', {}, { source: 'user', state: 'not approved' });
  expect(countAttention([exampleLook({ hooks: [own] }), exampleLook({ hooks: [own] }, '/site')], 0)).toBe(1);
});

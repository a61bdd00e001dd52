import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import {
  exampleFinding,
  exampleLook,
  exampleRuns,
  exampleShown,
  NOW,
  printRows,
} from '../../test/fakes/example-look.ts';
import type { Duty, FolderState } from '../folder/folder.ts';
import { hookRows } from './hook-rows.ts';
import type { ViewRow } from './row.ts';

const USER_FILE = '/home/me/.config/toolyard/hooks.json';

it('shows hooks in their groups, with state, event, last and next run in words', () => {
  const hooks = [
    exampleShown('announce', { name: 'Announce a spec' }, { lastRun: exampleRecord() }),
    exampleShown('lint', { group: 'Checks' }, { state: 'not approved' }),
    exampleShown('test', { group: 'Checks' }, { state: 'changed since approved' }),
    exampleShown('nightly', { trigger: { event: 'schedule', cron: '0 3 * * *' } }, { nextRun: NOW + 3_600_000 }),
    exampleShown('old', { enabled: false }, { state: 'disabled' }),
    exampleShown('broken', {}, { state: 'invalid: unknown server' }),
    exampleShown('post', {}, { lastRun: exampleRecord({ status: 'error', reason: 'no\nsuch channel' }) }),
  ];
  expect(printRows(hookRows([exampleLook({ hooks })], NOW))).toEqual([
    'Checks | 2 hooks · 2 not approved',
    '  lint | not approved · file.saved',
    '  test | changed since approved · file.saved',
    'Announce a spec | success 2 min ago · file.saved',
    'nightly | next in 1 h · schedule',
    'old | disabled · file.saved',
    'broken | invalid: unknown server · file.saved',
    'post | error 2 min ago: no such channel · file.saved',
  ]);
});

it('gives menus what they go by, and no colour without a word', () => {
  const states = ['enabled', 'disabled', 'invalid', 'not approved', 'changed since approved'] as const;
  const hooks = [
    ...states.map((state) => exampleShown(state, {}, { state })),
    exampleShown('off', { enabled: false }, { state: 'invalid' }),
  ];
  const rows = hookRows([exampleLook({ hooks })], NOW);
  expect(rows.map(({ context, icon }) => `${context} ${icon?.name}`)).toEqual([
    'hook.enabled zap',
    'hook.disabled circle-slash',
    'hook.invalid error',
    'hook.unapproved shield',
    'hook.unapproved shield',
    'hook.invalid.off error',
  ]);
  expect(rows.map(({ accessibleLabel }) => accessibleLabel?.split(', ')[1])).toEqual([...states, 'invalid']);
});

it('has what is wrong with a hook and its last runs below it', () => {
  const finding = exampleFinding('The tool "chat:pst" does not exist.');
  const hooks = [exampleShown('announce', {}, { state: 'invalid', findings: [finding, finding] })];
  const runs = [...exampleRuns(7), exampleRecord({ id: 'other', hook: 'other' })];
  const [row] = hookRows([exampleLook({ hooks, runs })], NOW);
  expect(printRows(row?.children ?? [], 1)).toEqual([
    'The tool "chat:pst" does not exist. | hooks.json:4',
    'The tool "chat:pst" does not exist. | hooks.json:4',
    ...Array.from({ length: 5 }, () => 'success 2 min ago | 142 ms'),
  ]);
  expect(row?.children?.[0]).toMatchObject({
    accessibleLabel: 'Error: The tool "chat:pst" does not exist., hooks.json:4',
    place: { file: '/shop/.toolyard/hooks.json', line: 4, column: 7 },
  });
  expect(new Set(idsOf([row]))).toHaveLength(idsOf([row]).length);
});

it('says that a hook runs now', () => {
  const live = [{ id: 'r', hook: 'announce', target: 'chat:post', startedAt: NOW - 3400 }];
  const rows = hookRows([exampleLook({ hooks: [exampleShown('announce')], live })], NOW);
  expect(printRows(rows)).toEqual(['announce | running 3 s · file.saved']);
  expect(rows[0]?.icon).toEqual({ name: 'sync~spin' });
});

it('says first why hooks do not run, with the command that solves it', () => {
  const show = (duty: Duty, findings = [] as ReturnType<typeof exampleFinding>[]): unknown => {
    const [row] = hookRows([exampleLook({ duty, findings, hooks: [exampleShown('a')] })], NOW);
    return [row?.label, row?.description, row?.command?.id ?? row?.place?.line];
  };
  expect(show({ kind: 'untrusted' })).toEqual(['Folder is not trusted', 'hooks do not run', 'workbench.trust.manage']);
  expect(show({ kind: 'off' })).toEqual([
    'Hooks are off in this window',
    'open the setting',
    'workbench.action.openSettings',
  ]);
  expect(show({ kind: 'elsewhere' })).toEqual(['Hooks run in another window or command', undefined, undefined]);
  expect(show({ kind: 'starting' })).toEqual(['Hooks are starting…', undefined, undefined]);
  const blocked: Duty = { kind: 'blocked', message: 'The file\ncannot be read.' };
  expect(show(blocked)).toEqual(['Hooks do not run', 'The file cannot be read.', 'toolyard.showOutput']);
  expect(show(blocked, [exampleFinding('Expected a comma')])).toEqual([
    'Hooks do not run',
    'The file cannot be read.',
    4,
  ]);
  expect(show({ kind: 'here' })).toEqual(['a', 'file.saved', 'toolyard.hooks.edit']);
});

it('says what is wrong with a file, opens the place, and says that hooks go on', () => {
  const evil = `[x](command:quit)\n\u202e${'y'.repeat(1000)}`;
  const place = { file: '/shop/toolyard.json', line: 3, column: 7 };
  const shown = (state: Partial<FolderState>): ViewRow | undefined =>
    hookRows([exampleLook({ hooks: [exampleShown('a')], ...state })], NOW)[0];
  const blocked = shown({ duty: { kind: 'blocked', message: evil }, configurationProblem: { message: evil, place } });
  expect(blocked).toMatchObject({ label: 'Hooks do not run', place });
  for (const text of [blocked?.description, blocked?.accessibleLabel]) {
    expect(text).not.toMatch(/[\n\u202e]/);
    expect(text?.length).toBeLessThan(230);
  }
  const finding = exampleFinding('Expected a comma');
  const kept = shown({
    duty: { kind: 'here', problem: '/shop/hooks.json:4: $: Expected a comma' },
    findings: [finding],
  });
  expect(kept).toMatchObject({ label: 'Hooks run as before', description: 'hooks.json:4: Expected a comma' });
  const waiting = shown({ duty: { kind: 'here', problem: 'x' }, configurationProblem: { message: 'x', place } });
  expect(waiting).toMatchObject({ label: 'Hooks with servers do not run', place });
  expect(kept?.place).toEqual({ file: finding.file, line: finding.line, column: finding.column });
});

it('says that servers wait for approval, unless nothing runs anyway', () => {
  const hooks = [exampleShown('a')];
  const [row] = hookRows([exampleLook({ hooks, needsServerApproval: true })], NOW);
  expect([row?.label, row?.command?.id]).toEqual(['Servers are not approved', 'toolyard.servers.approve']);
  const untrusted = exampleLook({ hooks, needsServerApproval: true, duty: { kind: 'untrusted' } });
  expect(printRows(hookRows([untrusted], NOW))).toEqual(['Folder is not trusted | hooks do not run', 'a | file.saved']);
});

it('leaves the view empty where there are no hooks, so that it says what to do', () => {
  for (const kind of ['no hooks', 'untrusted', 'off', 'elsewhere', 'here'] as const) {
    expect(hookRows([exampleLook({ duty: { kind } })], NOW)).toEqual([]);
  }
  expect(hookRows([], NOW)).toEqual([]);
  expect(hookRows([exampleLook(), exampleLook({}, '/site')], NOW)).toEqual([]);
});

it('has a row for each folder, and the hooks of the user once', () => {
  const own = exampleShown('mine', {}, { source: 'user' });
  const older = exampleRecord({ id: 'a', hook: 'mine', source: 'user', endedAt: '2026-11-15T09:00:00.000Z' });
  const newer = exampleRecord({ id: 'b', hook: 'mine', source: 'user', status: 'timeout', reason: 'too slow' });
  const findings = [exampleFinding('Unknown key', { file: USER_FILE, path: '$.hoks' })];
  const rows = hookRows(
    [
      exampleLook({ hooks: [own, exampleShown('announce')], runs: [older], findings }),
      exampleLook({ hooks: [own], runs: [newer], findings }, '/site'),
    ],
    NOW,
  );
  expect(printRows(rows, 2)).toEqual([
    'shop | 1 hook',
    '  announce | file.saved',
    'site | 0 hooks',
    'User | 1 hook for all folders',
    '  Unknown key | hooks.json:4',
    '  mine | timeout 2 min ago: too slow · file.saved',
  ]);
  expect(rows[2]?.children?.[1]?.children?.map(({ subject }) => subject)).toEqual([
    { kind: 'run', folder: '/site', run: 'b' },
    { kind: 'run', folder: '/shop', run: 'a' },
  ]);
});

it('shows hostile texts as they are, on one line and cut', () => {
  const evil = '[x](command:workbench.action.quit) <b>$(zap)</b>\n\u202e![i](https://evil.example)';
  const hook = { name: evil, description: evil, group: evil };
  const findings = [exampleFinding(evil), exampleFinding('y'.repeat(100_000))];
  const rows = hookRows([exampleLook({ hooks: [exampleShown('a', hook, { state: 'invalid', findings })] })], NOW);
  const shown = rows[0]?.children?.[0];
  expect(shown?.label).not.toMatch(/[\n\u202e]/);
  expect(shown?.tooltip).not.toMatch(/(?<!\\)(\[|\]|<|!\[)|https:/);
  expect(shown?.children?.[1]?.label.length).toBeLessThan(210);
});

it('keeps ids over changes of everything else', () => {
  const look = (state: 'enabled' | 'disabled', now: number): readonly string[] =>
    idsOf(
      hookRows(
        [exampleLook({ hooks: [exampleShown('a', { group: 'g' }, { state })], runs: exampleRuns(2, { hook: 'a' }) })],
        now,
      ),
    );
  expect(look('disabled', NOW + 100_000)).toEqual(look('enabled', NOW));
});

function idsOf(rows: readonly (ViewRow | undefined)[]): readonly string[] {
  return rows.flatMap((row) => (row === undefined ? [] : [row.id, ...idsOf(row.children ?? [])]));
}

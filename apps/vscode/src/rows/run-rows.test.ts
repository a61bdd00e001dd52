import type { RunStatus } from '@toolyard/hooks';
import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { exampleLook, exampleRuns, exampleShown, NOW, printRows } from '../../test/fakes/example-look.ts';
import { runRows } from './run-rows.ts';

const STATUSES: readonly RunStatus[] = [
  'success',
  'error',
  'timeout',
  'cancelled',
  'interrupted',
  'skipped',
  'refused',
];

it('shows what goes on first, then the newest, with status, duration and time in words', () => {
  const look = exampleLook({
    hooks: [exampleShown('slow', { name: 'Slow one' })],
    live: [{ id: 'live', hook: 'slow', target: 'chat:post', startedAt: NOW - 3000 }],
    runs: [
      exampleRecord({ id: 'live', hook: 'slow' }),
      exampleRecord({ id: 'b', status: 'error', reason: 'no such channel', name: 'Announce' }),
      exampleRecord({ id: 'a' }),
    ],
  });
  const rows = runRows([look], NOW);
  expect(printRows(rows, 1)).toEqual([
    'Slow one | running 3 s · chat:post',
    'Announce | error · 142 ms · 2 min ago · no such channel',
    'announce | success · 142 ms · 2 min ago',
  ]);
  expect(rows.map(({ id, context }) => `${id} ${context}`)).toEqual([
    'run:/shop:live run.live',
    'run:/shop:b run.ended',
    'run:/shop:a run.ended',
  ]);
});

it('has all that is known of a run below it', () => {
  const record = exampleRecord({
    status: 'error',
    reason: 'the tool said no',
    arguments: { channel: '#specs', options: { deep: [1, 2] } },
    result: { ok: false },
    attempts: 2,
    chain: [{ hook: 'first', run: 'r', inferred: true }],
    replayOf: 'run-0',
    repeated: true,
  });
  expect(printRows(runRows([exampleLook({ runs: [record] })], NOW)[0]?.children ?? [])).toEqual([
    'Reason | the tool said no',
    'Event | file.saved specs/a/spec.md',
    'Calls | chat:post',
    'Input | {"channel":"#specs","options":{"deep":[1,2]}}',
    '  channel | #specs',
    '  options | {"deep":[1,2]}',
    'Output | {"ok":false}',
    '  ok | false',
    'Attempts | 2',
    'Chain | first (guessed) → announce',
    'Replay of | run-0',
    'Repeated | Toolyard ended while it ran, so it was run again',
  ]);
});

it('says how many older ones are not shown', () => {
  const rows = runRows([exampleLook({ runs: exampleRuns(2000) })], NOW);
  expect(rows).toHaveLength(201);
  expect(rows.at(-1)?.label).toBe('1,800 older runs not shown');
  expect(runRows([exampleLook({ runs: exampleRuns(200) })], NOW)).toHaveLength(200);
});

it('shows each status with an icon of its own beside the word', () => {
  const runs = STATUSES.map((status) => exampleRecord({ id: status, status }));
  const rows = runRows([exampleLook({ runs })], NOW);
  expect(rows.map(({ description }) => description?.split(' ')[0])).toEqual([...STATUSES]);
  expect(new Set(rows.map(({ icon }) => icon?.name)).size).toBe(STATUSES.length);
});

it('shows huge and odd values cut, and times that cannot be read', () => {
  const huge = exampleRecord({ arguments: { text: 'x'.repeat(1_000_000) }, result: [null], endedAt: 'never' });
  const [row] = runRows([exampleLook({ runs: [huge] })], NOW);
  expect(row?.description).toBe('success · 142 ms · at an unknown time');
  expect(JSON.stringify(row).length).toBeLessThan(20_000);
});

it('has a row for each folder of several', () => {
  const folders = [exampleLook({ runs: exampleRuns(1) }), exampleLook({}, '/site')];
  expect(printRows(runRows(folders, NOW), 1)).toEqual(['shop | 1 run', 'site | 0 runs']);
});

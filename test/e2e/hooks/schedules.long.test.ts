import { expect, it } from 'vitest';
import { createApproved, watchRuns } from './approved-workspace.ts';
import { noteHook } from './create-workspace.ts';

it('runs a hook at the full minute by the real clock, each time once', async () => {
  const workspace = await createApproved([
    noteHook('minutely', { event: 'schedule', cron: '* * * * *', missed: 'skip' }, '{scheduled}'),
    noteHook('rarely', { event: 'schedule', cron: '0 0 29 2 *' }, '{scheduled}'),
  ]);
  const { runs, until } = await watchRuns(workspace);
  const first = await until(({ hook }) => hook === 'minutely');
  const due = Date.parse(String(first.event.context['scheduled']));
  expect(due % 60_000).toBe(0);
  const lateMs = Date.parse(first.queuedAt) - due;
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(10_000);
  const next = new Date(due + 60_000).toISOString();
  await until(({ event }) => event.context['scheduled'] === next);
  expect(runs.map(({ hook, event }) => [hook, event.context['scheduled']])).toEqual([
    ['minutely', new Date(due).toISOString()],
    ['minutely', next],
  ]);
}, 200_000);

import { describe, expect, it } from 'vitest';
import { createApproved, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { scheduledHook } from './scheduled-hook.ts';

const HOUR_MS = 3_600_000;

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

describe('a schedule', () => {
  it('can be tried by hand, for one hook or for all', async () => {
    const workspace = await createApproved([
      scheduledHook('a', { cron: '@daily' }),
      scheduledHook('b', { cron: '@yearly', if: { branch: 'main' } }),
    ]);
    const one = await workspace.hooks('fire', 'schedule', '--data', 'hook=a', 'scheduled=now');
    expect(one.stdout).toMatch(/ {2}a {2}schedule now {2}success {2}\d+ ms\n$/);
    expect(workspace.calls().map((call) => call.arguments['text'])).toEqual(['now, 0 before']);
    expect((await workspace.hooks('fire', 'schedule', '--data', 'hook=c')).stderr).toBe(
      'There is no hook "c" that waits for schedule.\n',
    );
    const why = await workspace.hooks('why', 'schedule', '--data', 'hook=a', '--json');
    expect(JSON.parse(why.stdout)).toMatchObject([
      { fires: true },
      { fires: false, reason: 'the event is for hook "a"' },
    ]);
    const all = await workspace.hooks('fire', 'schedule', '--data', 'scheduled=then', '--json');
    expect(JSON.parse(all.stdout)).toMatchObject([
      { hook: 'a', status: 'success' },
      { hook: 'b', status: 'skipped', reason: 'branch has no value' },
    ]);
  });

  it('is shown with its next run, and with whether anybody sees to it', async () => {
    const workspace = createWorkspace({ env: { TZ: 'Asia/Kolkata' } });
    workspace.writeHooks(
      scheduledHook('new-year', { cron: '@yearly' }),
      scheduledHook('utc', { cron: '@yearly', timeZone: 'UTC' }),
      scheduledHook('off', { cron: '@yearly' }, { enabled: false }),
      noteHook('saved', { event: 'file.saved' }, 'x'),
    );
    const year = new Date(Date.now() + 5.5 * HOUR_MS).getUTCFullYear();
    const nobody = await workspace.hooks('list');
    expect(nobody.stdout.split('\n').map((line) => line.split(/ {2,}/).at(5))).toEqual([
      'NEXT RUN',
      `${year}-12-31 18:30Z`,
      `${new Date().getUTCFullYear() + 1}-01-01 00:00Z`,
      ...Array.from({ length: 3 }, () => undefined),
    ]);
    expect(nobody.stderr).toContain('Nothing is watching this workspace, so no event runs its hooks. ');
    const listed = async (): Promise<unknown[]> => JSON.parse((await workspace.hooks('list', '--json')).stdout);
    expect(await listed()).toMatchObject([
      { id: 'new-year', nextRun: `${year}-12-31T18:30:00.000Z`, onDuty: false },
      { id: 'utc', onDuty: false },
      expect.not.objectContaining({ nextRun: expect.anything() }),
      expect.not.objectContaining({ nextRun: expect.anything() }),
    ]);
    await workspace.watch();
    expect(new Set((await listed()).map((hook) => JSON.stringify(hook).includes('"onDuty":true')))).toEqual(
      new Set([true]),
    );
    expect((await workspace.hooks('list')).stderr).not.toContain('Nothing is watching');
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hooksFolderOf } from '@toolyard/node';
import { describe, expect, it } from 'vitest';
import { createApproved, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';

const HOUR_MS = 3_600_000;

function scheduledHook(id: string, trigger: object, more: object = {}): object {
  return noteHook(id, { event: 'schedule', ...trigger }, '{scheduled}, {missed} before', more);
}

/** As if the last watch had ended some hours ago. */
async function turnBack({ folder, ...workspace }: Workspace, hours: number): Promise<void> {
  const state = await hooksFolderOf(join(homeOf({ folder, ...workspace }), '.local/state/toolyard'), folder);
  const journal = join(state, 'journal.jsonl');
  const before = readFileSync(journal, 'utf8');
  const after = before.replaceAll(/"at":(\d+)/g, (_, at: string) => `"at":${Number(at) - hours * HOUR_MS}`);
  expect(after).not.toBe(before);
  writeFileSync(journal, after);
}

describe('a schedule', () => {
  it('runs once for all times that were missed, or not at all, and not for its past', async () => {
    // Half an hour away, so that none comes meanwhile, and the last one is not on time.
    const hourly = { cron: `${(new Date().getUTCMinutes() + 30) % 60} * * * *`, timeZone: 'UTC' };
    const workspace = await createApproved([
      scheduledHook('once', hourly),
      scheduledHook('skip', { ...hourly, missed: 'skip' }),
      scheduledHook('off', hourly, { enabled: false }),
    ]);
    const first = await watchRuns(workspace);
    first.running.child.kill('SIGTERM');
    expect((await first.running.finished).stderr).toContain('(git and the clock; no hook waits for files)');
    expect(first.runs).toEqual([]);
    await turnBack(workspace, 5);
    const second = await watchRuns(workspace);
    const run = await second.until(({ hook }) => hook === 'once');
    const { scheduled, missed } = run.event.context;
    expect(run).toMatchObject({ status: 'success', event: { name: 'schedule', context: { hook: 'once' } } });
    expect(Date.parse(String(scheduled))).toBeGreaterThan(Date.now() - 1.1 * HOUR_MS);
    expect(missed).toBe(4);
    expect(workspace.calls().map((call) => call.arguments['text'])).toEqual([`${String(scheduled)}, 4 before`]);
    expect(second.runs.map(({ hook }) => hook)).toEqual(['once']);
  });

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

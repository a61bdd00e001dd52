import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hooksFolderOf } from '@toolyard/node';
import { describe, expect, it } from 'vitest';
import { createApproved, watchRuns } from './approved-workspace.ts';
import type { Workspace } from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';
import { scheduledHook } from './scheduled-hook.ts';

const HOUR_MS = 3_600_000;

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
});

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hooksFolderOf } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Running } from '../cli/run-toolyard.ts';
import { account, countCalls, createChanges, expectedRuns, followLog, makeChanges, prepare } from './burst.ts';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';
import { LIMIT, WAIT_MS } from './watch-hooks.ts';

async function journalOf(workspace: Workspace): Promise<string> {
  const state = join(homeOf(workspace), '.local/state/toolyard');
  return join(await hooksFolderOf(state, workspace.folder), 'journal.jsonl');
}

async function stop({ child, finished }: Running): Promise<string> {
  child.kill('SIGINT');
  const { code, stderr } = await finished;
  expect(code).toBe(130);
  return stderr;
}

async function kill({ child, finished }: Running): Promise<void> {
  child.kill('SIGKILL');
  expect(await finished).toMatchObject({ signal: 'SIGKILL' });
}

it('a thousand changes at once run each hook once that wants them', LIMIT, async () => {
  const workspace = createWorkspace();
  const changes = createChanges(1000);
  prepare(workspace, changes);
  const watch = await workspace.watch('--yes');
  const log = followLog(workspace);
  await makeChanges(workspace, changes);
  await log.untilDone(expectedRuns(changes).length);
  expect(await stop(watch)).toMatch(/\nStopped\.\n$/);
  const runs = await account(workspace, changes, { kills: 0, interrupted: [] });
  expect(runs.filter(({ repeated, attempts }) => repeated === true || attempts !== 1)).toEqual([]);
});

describe('a watch that is killed', () => {
  const LEEWAY = { kills: 1, interrupted: ['note'] };

  it('loses nothing while it takes changes', LIMIT, async () => {
    const workspace = createWorkspace();
    const changes = createChanges(600);
    prepare(workspace, changes);
    const watch = await workspace.watch('--yes');
    const log = followLog(workspace);
    const journal = await journalOf(workspace);
    const before = statSync(journal).size;
    const made = makeChanges(workspace, changes);
    await waitUntil(() => statSync(journal).size > before, WAIT_MS);
    await kill(watch);
    await made;
    const again = await workspace.watch();
    await log.untilDone(expectedRuns(changes).length);
    await stop(again);
    await account(workspace, changes, LEEWAY);
  });

  it('loses nothing just after its start', LIMIT, async () => {
    const workspace = createWorkspace();
    const changes = createChanges(600);
    prepare(workspace, changes);
    await stop(await workspace.watch('--yes'));
    await makeChanges(workspace, changes);
    const log = followLog(workspace);
    const journal = await journalOf(workspace);
    const before = statSync(journal).size;
    const early = workspace.start('watch');
    await waitUntil(() => statSync(journal).size > before, WAIT_MS);
    await kill(early);
    await kill(await workspace.watch());
    const again = await workspace.watch();
    await log.untilDone(expectedRuns(changes).length);
    await stop(again);
    await account(workspace, changes, { ...LEEWAY, kills: 2 });
  });

  it.each([[[1]], [[120]], [[250, 500]]])(
    'loses nothing while it runs, killed after calls %j',
    LIMIT,
    async (moments) => {
      const workspace = createWorkspace();
      const changes = createChanges(1000);
      prepare(workspace, changes);
      let watch = await workspace.watch('--yes');
      const log = followLog(workspace);
      const made = makeChanges(workspace, changes);
      for (const calls of moments) {
        await waitUntil(() => countCalls(workspace) >= calls, WAIT_MS);
        await kill(watch);
        watch = await workspace.watch();
      }
      await made;
      await watch.saw('stderr', ' has left: ');
      await log.untilDone(expectedRuns(changes).length);
      await stop(watch);
      await account(workspace, changes, { ...LEEWAY, kills: moments.length });
    },
  );
});

it('a watch that is ended leaves what waits to the next', LIMIT, async () => {
  const workspace = createWorkspace();
  const changes = createChanges(600);
  prepare(workspace, changes);
  const watch = await workspace.watch('--yes');
  const log = followLog(workspace);
  await makeChanges(workspace, changes);
  await waitUntil(() => countCalls(workspace) >= 100, WAIT_MS);
  const [, left] = /Stopped\. The next start goes on with what waits: (\d+) runs\.\n$/.exec(await stop(watch)) ?? [];
  expect(Number(left)).toBeGreaterThan(0);
  const next = await workspace.watch();
  await next.saw('stderr', ` has left: ${left} runs.`);
  await log.untilDone(expectedRuns(changes).length);
  await stop(next);
  const runs = await account(workspace, changes, { kills: 0, interrupted: ['note', 'put', 'look'] });
  expect(runs.filter(({ repeated }) => repeated)).toEqual([]);
  // At most what ran in that moment.
  expect(runs.filter(({ status }) => status === 'interrupted').length).toBeLessThanOrEqual(5);
});

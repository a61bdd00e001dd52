import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hooksFolderOf } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { Running } from '../cli/run-toolyard.ts';
import { account, countCalls, createChanges, expectedRuns, followLog, makeChanges, prepare } from './burst.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
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

it('changes that go on while hooks run are not taken for a loop of these', LIMIT, async () => {
  const workspace = createWorkspace();
  const batch = { event: 'file.created', paths: ['src/**'], batch: true };
  workspace.writeHooks(
    noteHook('each', { event: 'file.saved', paths: ['src/**'] }, '{path}'),
    noteHook('all', batch, 'all'),
    noteHook('next', { event: 'hook.ended', if: { hook: 'each' } }, 'next'),
  );
  const watch = await workspace.watch('--yes');
  const paths = Array.from({ length: 15 }, (_, index) => `src/${index}.md`);
  // Each appears in the moment after the hooks have run for the one before: a chain of fifteen, if one had to guess.
  for (const [index, path] of paths.entries()) {
    workspace.write(path, path);
    await waitUntil(() => countCalls(workspace) >= 3 * (index + 1), WAIT_MS);
  }
  await stop(watch);
  const texts = workspace.calls().map((call) => String(call.arguments['text']));
  expect(texts.toSorted()).toEqual([...paths, ...paths.map(() => 'all'), ...paths.map(() => 'next')].toSorted());
});

describe('a watch that is killed', () => {
  const LEEWAY = { kills: 1, interrupted: ['note'] };

  it('loses nothing while it takes changes', LIMIT, async () => {
    const workspace = createWorkspace();
    const changes = createChanges(400);
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
    const changes = createChanges(400);
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
      await watch.saw('stderr', ' Toolyard left: ');
      await log.untilDone(expectedRuns(changes).length);
      await stop(watch);
      await account(workspace, changes, { ...LEEWAY, kills: moments.length });
    },
  );
});

it('a watch that is ended leaves what waits to the next', LIMIT, async () => {
  const workspace = createWorkspace();
  const changes = createChanges(400);
  prepare(workspace, changes);
  const watch = await workspace.watch('--yes');
  const log = followLog(workspace);
  await makeChanges(workspace, changes);
  await waitUntil(() => countCalls(workspace) >= 100, WAIT_MS);
  const [, left] =
    /Stopped\. The next start continues with what is waiting: (\d+) runs\.\n$/.exec(await stop(watch)) ?? [];
  expect(Number(left)).toBeGreaterThan(0);
  const next = await workspace.watch();
  await next.saw('stderr', ` Toolyard left: ${left} runs.`);
  await log.untilDone(expectedRuns(changes).length);
  await stop(next);
  const runs = await account(workspace, changes, { kills: 0, interrupted: ['note', 'put', 'look'] });
  expect(runs.filter(({ repeated }) => repeated)).toEqual([]);
  // At most what ran in that moment.
  expect(runs.filter(({ status }) => status === 'interrupted').length).toBeLessThanOrEqual(5);
});

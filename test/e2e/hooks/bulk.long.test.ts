import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { countCalls } from './burst.ts';
import { createWorkspace, noteHook, toolHook, toText, type Workspace } from './create-workspace.ts';
import { LIMIT } from './watch-hooks.ts';

const COUNT = 10_000;
/** A workspace of that size takes about 130 MB, of which Node itself has half. */
const MOST_MB = 400;
/** It takes about 2 s where nothing else does. */
const TAKEN_MS = 60_000;

const PATHS = Array.from({ length: COUNT }, (_, index) => `src/${index % 100}/file ${index}.txt`);

/** All of them take their tags from the paths of the batch. */
function batchHook(id: string, event: string, text: string): object {
  const tags = { toolParam: 'tags', source: 'context', value: 'paths' };
  return { ...toolHook(id, event, 'note', [toText(text), tags]), trigger: { event, paths: ['src/**'], batch: true } };
}

function outsideOf({ folder }: Workspace): string {
  return join(dirname(folder), 'outside');
}

/** Makes the files where nobody watches. */
function makeOutside(workspace: Workspace): void {
  const outside = outsideOf(workspace);
  for (const path of PATHS) {
    mkdirSync(dirname(join(outside, path)), { recursive: true });
    writeFileSync(join(outside, path), path);
  }
}

/** The most memory that a process ever had. */
function peakMemory(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

it('takes ten thousand changes at once, in bounded memory, and answers meanwhile', LIMIT, async () => {
  const workspace = createWorkspace();
  workspace.writeHooks(
    batchHook('all', 'file.saved', 'saved'),
    batchHook('gone', 'file.deleted', 'deleted'),
    noteHook('none', { event: 'file.saved', paths: ['elsewhere/**'] }, '{path}'),
    noteHook('hand', { event: 'webhook' }, 'fired'),
  );
  const watch = await workspace.watch('--yes');
  makeOutside(workspace);
  // So they all appear, and are gone, in one moment.
  renameSync(join(outsideOf(workspace), 'src'), join(workspace.folder, 'src'));
  const fired = await workspace.hooks('fire', 'webhook');
  expect(fired).toMatchObject({ code: 0, stdout: expect.stringContaining('hand  webhook  success') });
  await waitUntil(() => countCalls(workspace) >= 2, TAKEN_MS);
  renameSync(join(workspace.folder, 'src'), join(outsideOf(workspace), 'src'));
  await waitUntil(() => countCalls(workspace) >= 3, TAKEN_MS);
  if (process.platform === 'linux') expect(peakMemory(watch.child.pid)).toBeLessThan(MOST_MB);
  watch.child.kill('SIGINT');
  expect((await watch.finished).stderr).toMatch(/^Stopped\./m);

  const calls = workspace.calls().map((call) => call.arguments);
  expect(calls.map(({ text }) => String(text)).toSorted()).toEqual(['deleted', 'fired', 'saved']);
  for (const { text, tags } of calls) if (text !== 'fired') expect(tags).toEqual(PATHS.toSorted());
  const none = (await workspace.log()).filter(({ hook }) => hook === 'none');
  expect(none).toMatchObject([{ status: 'skipped', reason: 'path does not match elsewhere/**', count: COUNT }]);
});

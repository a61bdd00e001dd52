import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook, toText, type RecordedCall, type Workspace } from './create-workspace.ts';
import { commitIn, gitIn, initRepository } from './git-in.ts';
import { LIMIT, noted, watchAgain, watchHooks } from './watch-hooks.ts';

const COUNT = 300;
const NEW = pathsIn('src/new');
const OLD = pathsIn('src/old');
const GONE = pathsIn('src/gone');

function pathsIn(folder: string): string[] {
  return Array.from({ length: COUNT }, (_, index) => `${folder}/${String(index).padStart(3, '0')}.md`);
}

/** One run for all paths of an event that settle together. */
function batchHook(event: string): object {
  const parameterMappings = [
    { ...toText('{event} on {branch}'), default: event },
    { toolParam: 'tags', source: 'context', value: 'paths' },
  ];
  return {
    id: event,
    trigger: { event, batch: true, paths: ['src/**', '!**/*.log'] },
    action: { type: 'mcp', parameters: { serverId: 'rec', toolName: 'note', parameterMappings } },
  };
}

const HOOKS = ['file.created', 'file.saved', 'file.deleted'].map(batchHook);

/** A workspace on the branch `main`; on `other` many files are new, many are different, and many are not there. */
function createRepository(): Workspace {
  const workspace = createWorkspace();
  const { folder } = workspace;
  initRepository(folder);
  for (const path of [...OLD, ...GONE]) workspace.write(path, 'first');
  gitIn(folder, 'add', 'src');
  commitIn(folder, 'first');
  gitIn(folder, 'switch', '--quiet', '-c', 'other');
  for (const path of [...OLD, ...NEW]) workspace.write(path, 'the second version');
  rmSync(join(folder, 'src/gone'), { recursive: true });
  gitIn(folder, 'add', '--all', 'src');
  commitIn(folder, 'second');
  gitIn(folder, 'switch', '--quiet', 'main');
  return workspace;
}

/** Files that are new are saved too. */
function callsFor(branch: string): RecordedCall[] {
  const paths = { 'file.created': NEW, 'file.deleted': GONE, 'file.saved': [...NEW, ...OLD] };
  return Object.entries(paths).map(([event, tags]) => ({
    tool: 'note',
    arguments: { text: `${event} on ${branch}`, tags },
  }));
}

function byGivenText(calls: readonly RecordedCall[]): RecordedCall[] {
  const textOf = (call: RecordedCall): string => String(call.arguments['text']);
  return calls.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

describe('a hook that takes batches and waits for quiet', LIMIT, () => {
  it('runs once with the paths of all batches', async () => {
    const workspace = createWorkspace();
    const watched = await watchHooks(
      workspace,
      { ...batchHook('file.saved'), policy: 'debounce', debounceMs: 5000 },
      noteHook('at-once', { event: 'file.saved', paths: ['src/**'] }, 'at once {path}'),
    );
    const paths = ['src/b.md', 'src/a.md', 'src/c.md'];
    for (const [index, path] of paths.entries()) {
      workspace.write(path, 'first');
      await watched.untilCalls(index + 1);
    }
    await watched.untilCalls(paths.length + 1);
    const { calls, runs } = await watched.end();
    expect(calls).toEqual([
      ...noted(...paths.map((path) => `at once ${path}`)),
      { tool: 'note', arguments: { text: 'file.saved', tags: paths } },
    ]);
    const batches = runs.filter(({ hook }) => hook === 'file.saved');
    expect(batches.map(({ status, reason, event }) => [status, reason, event.context['paths']])).toEqual([
      ['skipped', 'debounced', ['src/b.md']],
      ['skipped', 'debounced', ['src/b.md', 'src/a.md']],
      ['success', undefined, paths],
    ]);
  });
});

describe('a checkout of many files', LIMIT, () => {
  it('is one call with all paths for each hook that takes batches', async () => {
    const workspace = createRepository();
    const watched = await watchHooks(workspace, ...HOOKS);
    gitIn(workspace.folder, 'switch', '--quiet', 'other');
    await watched.untilCalls(HOOKS.length);
    const { calls, runs } = await watched.end();
    expect(byGivenText(calls)).toEqual(callsFor('other'));
    const [created] = runs.filter(({ hook }) => hook === 'file.created');
    expect(created).toMatchObject({
      status: 'success',
      event: { name: 'file.created', context: { paths: NEW, branch: 'other' } },
      server: { key: 'rec', state: 'running', status: 'available' },
      arguments: { text: 'file.created on other', tags: NEW },
      attempts: 1,
    });
    expect(created?.event.context).not.toHaveProperty('path');
    expect(runs).toHaveLength(HOOKS.length);
  });

  it('is the same where nothing watched', async () => {
    const workspace = createRepository();
    await (await watchHooks(workspace, ...HOOKS)).end();
    gitIn(workspace.folder, 'switch', '--quiet', 'other');
    const again = await watchAgain(workspace);
    await again.untilCalls(HOOKS.length);
    const { calls, runs } = await again.end();
    expect(byGivenText(calls)).toEqual(callsFor('other'));
    expect(runs).toHaveLength(HOOKS.length);
  });

  it('is one call for each path where the hook takes no batches', async () => {
    const workspace = createRepository();
    const parameterMappings = [toText('{path}')];
    const watched = await watchHooks(workspace, {
      id: 'each',
      trigger: { event: 'file.deleted', paths: ['src/**'] },
      action: { type: 'mcp', parameters: { serverId: 'rec', toolName: 'note', parameterMappings } },
    });
    gitIn(workspace.folder, 'switch', '--quiet', 'other');
    await watched.untilCalls(COUNT);
    const { calls, runs } = await watched.end();
    expect(byGivenText(calls).map((call) => call.arguments['text'])).toEqual(GONE);
    expect(runs).toHaveLength(COUNT);
  });
});

import { writeFileSync } from 'node:fs';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook, toText, type RecordedCall } from './create-workspace.ts';
import { commitIn, initRepository } from './git-in.ts';
import { byText, LIMIT, noted, WAIT_MS, watchAgain, watchHooks } from './watch-hooks.ts';

/** A hook whose tool does not answer before it is released. */
function slowHook(policy: string, trigger: object = { event: 'file.saved', paths: ['src/**'] }): object {
  const parameters = { serverId: 'rec', toolName: 'slow', parameterMappings: [toText('{path}')] };
  return { id: 'slow', trigger, policy, action: { type: 'mcp', parameters } };
}

function slowCalls(...texts: readonly string[]): RecordedCall[] {
  return texts.map((text) => ({ tool: 'slow', arguments: { text } }));
}

describe('while a run of the same hook for the same path is under way', LIMIT, () => {
  it('an event is dropped with the policy drop, and one for another path is not', async () => {
    const workspace = createWorkspace();
    for (const path of ['src/a.md', 'src/b.md']) workspace.write(path, 'first');
    const watched = await watchHooks(workspace, slowHook('drop'));
    workspace.write('src/a.md', 'second version');
    await watched.untilCalls(1);
    workspace.write('src/a.md', 'and the third version');
    workspace.write('src/b.md', 'second');
    await watched.untilRuns(1, ({ reason }) => reason?.startsWith('dropped') === true);
    await watched.untilCalls(2);
    writeFileSync(workspace.release, '');
    await watched.untilRuns(1, ({ arguments: args }) => Object(args).text === 'src/b.md');
    workspace.write('src/a.md', 'that it ran is over by now');
    await watched.untilCalls(3);
    const { calls, runs } = await watched.end();
    expect(calls).toEqual(slowCalls('src/a.md', 'src/b.md', 'src/a.md'));
    const [first] = runs.filter(({ event, attempts }) => attempts === 1 && event.context['path'] === 'src/a.md');
    const dropped = runs.filter(({ status }) => status === 'skipped');
    expect(dropped).toMatchObject([
      {
        hook: 'slow',
        reason: `dropped: run ${first?.id} is under way`,
        attempts: 0,
        event: { context: { path: 'src/a.md' } },
      },
    ]);
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['skipped', 'success', 'success', 'success']);
    expect(workspace.cancelled()).toEqual([]);
  });

  it('an event waits for its turn with the policy queue', async () => {
    const workspace = createWorkspace();
    workspace.write('src/a.md', '');
    const watched = await watchHooks(
      workspace,
      slowHook('queue'),
      noteHook('other', { event: 'file.saved', paths: ['src/**'] }, 'saved'),
    );
    for (const [index, text] of ['one', 'second', 'the third'].entries()) {
      workspace.write('src/a.md', text);
      // Each save is told, and the other hook is not held up.
      await waitUntil(() => workspace.calls().filter(({ tool }) => tool === 'note').length > index, WAIT_MS);
    }
    expect(workspace.calls().filter(({ tool }) => tool === 'slow')).toHaveLength(1);
    writeFileSync(workspace.release, '');
    await watched.untilCalls(6);
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual([
      ...noted('saved', 'saved', 'saved'),
      ...slowCalls('src/a.md', 'src/a.md', 'src/a.md'),
    ]);
    const slow = runs.filter(({ hook }) => hook === 'slow');
    expect(slow.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    for (const [index, { endedAt }] of slow.slice(0, -1).entries()) {
      const next = slow[index + 1]?.startedAt ?? '';
      expect(next >= endedAt, `${next} is not before ${endedAt}`).toBe(true);
    }
  });

  it('the run is cancelled at the server with the policy replace, and the new one takes its place', async () => {
    const workspace = createWorkspace();
    for (const path of ['src/a.md', 'src/b.md']) workspace.write(path, 'first');
    const watched = await watchHooks(workspace, slowHook('replace'));
    workspace.write('src/a.md', 'second version');
    workspace.write('src/b.md', 'second');
    await watched.untilCalls(2);
    workspace.write('src/a.md', 'and the third version');
    await watched.untilCalls(3);
    await waitUntil(() => workspace.cancelled().length > 0, WAIT_MS);
    writeFileSync(workspace.release, '');
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(slowCalls('src/a.md', 'src/a.md', 'src/b.md'));
    expect(workspace.cancelled()).toEqual(slowCalls('src/a.md'));
    const [first, second] = runs.filter(({ event }) => event.context['path'] === 'src/a.md');
    expect(first).toMatchObject({
      status: 'cancelled',
      reason: `replaced by run ${second?.id}`,
      arguments: { text: 'src/a.md' },
      attempts: 1,
      ms: expect.any(Number),
    });
    expect(second).toMatchObject({ status: 'success', result: 'done' });
    expect(runs).toHaveLength(3);
  });
});

describe('the policy debounce', LIMIT, () => {
  const QUIET_MS = 5000;
  const COMMITTED = noteHook('committed', { event: 'git.committed' }, '{message}', {
    policy: 'debounce',
    debounceMs: QUIET_MS,
  });
  const MESSAGES = ['one', 'two', 'three', 'four'];

  it('runs once for events that follow each other, for the last, when it is quiet', async () => {
    const workspace = createWorkspace();
    initRepository(workspace.folder);
    const watched = await watchHooks(workspace, COMMITTED, noteHook('at-once', { event: 'git.committed' }, 'at once'));
    for (const [index, message] of MESSAGES.entries()) {
      commitIn(workspace.folder, message);
      await watched.untilCalls(index + 1);
    }
    await watched.untilCalls(MESSAGES.length + 1);
    const told = await watched.end();
    expect(told.calls).toEqual([...MESSAGES.flatMap(() => noted('at once')), ...noted('four')]);
    const runs = told.runs.filter(({ hook }) => hook === 'committed');
    expect(runs.map(({ status, reason, event }) => [event.context['message'], status, reason])).toEqual([
      ['one', 'skipped', 'debounced'],
      ['two', 'skipped', 'debounced'],
      ['three', 'skipped', 'debounced'],
      ['four', 'success', undefined],
    ]);
    const [last] = runs.slice(-1);
    const waited = Date.parse(last?.startedAt ?? '') - Date.parse(last?.queuedAt ?? '');
    expect(waited).toBeGreaterThanOrEqual(QUIET_MS - 100);
  });

  it('does so for what happened while nothing watched', async () => {
    const workspace = createWorkspace();
    initRepository(workspace.folder);
    await (await watchHooks(workspace, COMMITTED)).end();
    for (const message of MESSAGES) commitIn(workspace.folder, message);
    const again = await watchAgain(workspace);
    await again.untilCalls(1);
    const { calls, runs } = await again.end();
    expect(calls).toEqual(noted('four'));
    expect(runs.filter(({ status }) => status === 'skipped')).toMatchObject([
      { reason: 'debounced', count: 3, event: { context: { message: 'one' } } },
    ]);
  });

  it('swallows no other path', async () => {
    const workspace = createWorkspace();
    const paths = ['src/a.md', 'src/b.md', 'src/c.md'];
    const text = { policy: 'debounce', debounceMs: 300 };
    const watched = await watchHooks(
      workspace,
      noteHook('saved', { event: 'file.saved', paths: ['src/**'] }, '{path}', text),
    );
    for (const path of paths) workspace.write(path, 'first');
    await watched.untilCalls(paths.length);
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(noted(...paths));
    expect(runs.map(({ status }) => status)).toEqual(paths.map(() => 'success'));
  });
});

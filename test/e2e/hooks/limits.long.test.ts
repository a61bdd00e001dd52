import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { createWorkspace, toText, type Workspace } from './create-workspace.ts';
import { expectRunsAtOnce } from './expect-runs-at-once.ts';
import { homeOf } from './look-at-hooks.ts';
import { LIMIT, WAIT_MS, watchHooks } from './watch-hooks.ts';

const SAVED = { event: 'file.saved', paths: ['src/**'] };

interface Tool {
  readonly serverId: string;
  readonly toolName: string;
  readonly parameterMappings: readonly object[];
  readonly timeout?: number;
}

function hookOf(id: string, parameters: Tool, trigger: object = SAVED): object {
  return { id, trigger, action: { type: 'mcp', parameters } };
}

const literal = (toolParam: string, value: unknown): object => ({ toolParam, source: 'literal', value });
const slow = (ms: number, timeout: number): Tool => ({
  serverId: 'rec',
  toolName: 'slow',
  parameterMappings: [toText('{path}'), literal('ms', ms)],
  timeout,
});

function msBetween(from: string | undefined, to: string | undefined): number {
  return Date.parse(to ?? '') - Date.parse(from ?? '');
}

/** A program with a child, both of which go on for ever. */
const NEVER_ENDS = `
const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
require('node:fs').writeFileSync(process.argv[2], process.pid + ' ' + child.pid);
console.log('begun');
setInterval(() => {}, 1000);
`;

/** Runs the servers of the workspace in another process, until the end of the test. */
async function startYard(workspace: Workspace): Promise<void> {
  const words = ['up', '--port', '0', '--config', workspace.config];
  const { child, saw, finished } = startToolyard(words, {
    cwd: workspace.folder,
    env: { HOME: homeOf(workspace) },
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await finished;
  });
  await saw('stdout', 'rec is running');
}

/** Whether a process still does anything. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the time limit of a run', LIMIT, () => {
  it.each(['its own', 'that another Toolyard runs'])('cancels the call at a server, %s', async (whose) => {
    const workspace = createWorkspace();
    if (whose !== 'its own') await startYard(workspace);
    const watched = await watchHooks(workspace, hookOf('slow', slow(60_000, 1000)));
    workspace.write('src/a.md', 'first');
    await watched.untilRuns(1, ({ status }) => status === 'timeout');
    await waitUntil(() => workspace.cancelled().length > 0, WAIT_MS);
    expect(workspace.cancelled()).toEqual([{ tool: 'slow', arguments: { text: 'src/a.md', ms: 60_000 } }]);
    writeFileSync(workspace.release, '');
    workspace.write('src/a.md', 'second');
    await watched.untilCalls(2);
    const { calls, runs } = await watched.end();
    expect(calls).toHaveLength(2);
    expect(runs).toMatchObject([
      {
        status: 'timeout',
        reason: expect.stringContaining('1000 ms'),
        server: { key: 'rec', state: 'running', status: 'available' },
        arguments: { text: 'src/a.md', ms: 60_000 },
        attempts: 1,
      },
      { status: 'success', result: 'done' },
    ]);
    expect(runs[0]?.ms).toBeGreaterThanOrEqual(990);
    expect(runs[0]?.ms).toBeLessThan(30_000);
  });

  it('ends a program with all that it started, and what it wrote until then is kept', async () => {
    const workspace = createWorkspace();
    const pids = join(dirname(workspace.folder), 'pids');
    workspace.write('never-ends.cjs', NEVER_ENDS);
    const parameters = { command: process.execPath, args: ['never-ends.cjs', pids], timeout: 5000 };
    const watched = await watchHooks(workspace, {
      id: 'program',
      trigger: SAVED,
      action: { type: 'custom', parameters },
    });
    workspace.write('src/a.md', 'first');
    await watched.untilRuns(1, ({ status }) => status === 'timeout');
    const { runs } = await watched.end();
    expect(runs).toMatchObject([
      { status: 'timeout', attempts: 1, arguments: { args: ['never-ends.cjs', pids] }, result: { stdout: 'begun\n' } },
    ]);
    expect(runs[0]?.ms).toBeGreaterThanOrEqual(4990);
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(started).toHaveLength(2);
    await waitUntil(() => !started.some(isRunning), WAIT_MS);
  });

  it.each([
    ['for a place among the runs of hooks', { hookConcurrentLimit: 1 }],
    ['for a place among the calls of the yard', { concurrentLimit: 1 }],
  ])('does not count waiting %s', async (_what, settings) => {
    const workspace = createWorkspace({ settings });
    const note = { serverId: 'rec', toolName: 'note', parameterMappings: [toText('{path}')], timeout: 1000 };
    const watched = await watchHooks(
      workspace,
      hookOf('slow', slow(5000, 300_000)),
      hookOf('waiting', note, { event: 'file.saved', paths: ['docs/**'] }),
    );
    workspace.write('src/a.md', 'first');
    await watched.untilCalls(1);
    workspace.write('docs/b.md', 'first');
    await watched.untilCalls(2);
    const { calls, runs } = await watched.end();
    expect(calls).toEqual([
      { tool: 'slow', arguments: { text: 'src/a.md', ms: 5000 } },
      { tool: 'note', arguments: { text: 'docs/b.md' } },
    ]);
    const [first, waited] = runs.filter(({ attempts }) => attempts > 0);
    expect([first?.status, waited?.status]).toEqual(['success', 'success']);
    expect(waited?.hook).toBe('waiting');
    expect(msBetween(waited?.queuedAt, waited?.endedAt)).toBeGreaterThan(1000);
  });
});

describe('runs at once', LIMIT, () => {
  it.each([
    [5, 'where nothing is said', {}],
    [3, 'with a limit for each server', { hookServerLimit: 3 }],
    [20, 'without limits', { hookConcurrentLimit: -1, hookServerLimit: -1, concurrentLimit: -1 }],
  ])('are %i of 20 that are wanted %s', (atOnce, _what, settings) => expectRunsAtOnce(atOnce, settings));
});

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createInstalled, type InstalledWorkspace } from './create-installed.ts';
import { noteHook } from './create-workspace.ts';
import { gitIn } from './git-in.ts';
import { approveHooks, byText, LIMIT, noted, WAIT_MS, watchAgain, watchHooks } from './watch-hooks.ts';

const COMMITTED = noteHook('committed', { event: 'git.committed' }, '{branch} {commit} {message}');
const CHANGED = noteHook('changed', { event: 'git.branch-changed' }, '{oldBranch} to {branch}');
const PUSHED = noteHook('pushed', { event: 'git.pushed' }, '{remote} {branch} {commit}');
const ALL = [COMMITTED, CHANGED, PUSHED];

/** How many events wait for an engine. */
async function waiting({ hooks }: InstalledWorkspace): Promise<number> {
  const { stderr } = await hooks('log');
  return Number(/^(\d+) events? waits? for the next Toolyard/m.exec(stderr)?.[1] ?? 0);
}

describe('installed git hooks', LIMIT, () => {
  it('and a watch tell everything once', async () => {
    const workspace = createInstalled();
    const { git, commit, folder, install, quiet } = workspace;
    await install();
    git('init', '--quiet', '--bare', '../origin.git');
    git('remote', 'add', 'origin', '../origin.git');
    const watched = await watchHooks(workspace, ...ALL);
    const one = commit('one');
    const amended = commit('better', '--amend');
    expect(git('checkout', '--quiet', '-b', 'side').status).toBe(0);
    const side = commit('aside');
    expect(git('checkout', '--quiet', 'main').status).toBe(0);
    const merged = git('merge', '--quiet', '--no-ff', '-m', 'together', 'side');
    expect(merged.status).toBe(0);
    const merge = gitIn(folder, 'rev-parse', 'HEAD');
    expect(git('push', '--quiet', 'origin', 'main').status).toBe(0);
    expect(git('rebase', '--quiet', '--force-rebase', 'HEAD~1').status).toBe(0);
    await quiet();
    await watched.untilCalls(7);
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(
      byText(
        noted(
          `main ${one} one`,
          `main ${amended} better`,
          'main to side',
          `side ${side} aside`,
          'side to main',
          `main ${merge} together`,
          `origin main ${merge}`,
        ),
      ),
    );
    expect(new Set(runs.map(({ event }) => event.id)).size).toBe(7);
  });

  it('keep events for the next engine, which runs each once, with the values that a watch finds', async () => {
    const workspace = createInstalled();
    const { commit, install, git, quiet, hooks } = workspace;
    await install();
    await approveHooks(workspace, ...ALL);
    // It has seen the repository, so it finds the commits in the log of git too.
    await (await watchAgain(workspace)).end();
    const one = commit('one');
    await quiet();
    git('checkout', '--quiet', '--detach');
    const two = commit('two');
    await quiet();
    expect(await waiting(workspace)).toBe(3);
    expect((await hooks('list')).stderr).toContain('3 events wait for the next Toolyard that runs these hooks.');
    const watched = await watchAgain(workspace);
    await watched.untilCalls(1);
    const { calls, runs } = await watched.end();
    expect(calls).toEqual(noted(`main ${one} one`));
    // The other two have no branch to put into the text.
    const told = runs.map(({ event, status }) => `${event.name} ${String(event.context['commit'])} ${status}`);
    expect(told.toSorted()).toEqual(
      [`git.committed ${one} success`, `git.branch-changed ${one} error`, `git.committed ${two} error`].toSorted(),
    );
    expect(await waiting(workspace)).toBe(0);
  });

  it('end a hook that commits when there is a commit', async () => {
    const workspace = createInstalled();
    const { folder, commit, install, quiet } = workspace;
    await install();
    const parameters = { command: 'git', args: ['commit', '--quiet', '--allow-empty', '-m', 'again after {message}'] };
    const commits = { id: 'commits', trigger: { event: 'git.committed' }, action: { type: 'custom', parameters } };
    const watched = await watchHooks(workspace, commits);
    commit('one');
    await watched.untilRuns(1, ({ status }) => status === 'refused');
    await quiet();
    const { runs } = await watched.end();
    const count = Number(gitIn(folder, 'rev-list', '--count', 'HEAD'));
    // One for each run that succeeded, besides the first and that of the person.
    expect(count).toBe(2 + runs.filter(({ status }) => status === 'success').length);
    expect(count).toBeLessThanOrEqual(13);
  });
});

describe('git with installed hooks', LIMIT, () => {
  const TOOLYARDS: [string, (file: string) => void][] = [
    ['is broken', (file) => writeFileSync(file, 'throw new Error("broken");')],
    ['is missing', (file) => rmSync(file, { force: true })],
    [
      'hangs',
      (file) => {
        const text = `require('fs').appendFileSync(__filename + '.pids', process.pid + ' '); setInterval(() => 0, 1000);`;
        writeFileSync(file, text);
      },
    ],
  ];
  it.each(TOOLYARDS)('commits, checks out and pushes as ever where Toolyard %s', async (toolyard, spoil) => {
    const { folder, git, install, quiet } = createInstalled();
    const program = join(dirname(folder), 'program.cjs');
    git('init', '--quiet', '--bare', '../origin.git');
    const WORDS = [
      ['commit', '--allow-empty', '-m', 'one'],
      ['checkout', '-b', 'side'],
      ['push', '../origin.git', 'side'],
      ['commit', '-m', 'nothing to commit'],
    ];
    const ends = (): unknown => WORDS.map((words) => ({ ...git(...words), stdout: undefined }));
    const before = ends();
    git('checkout', '--quiet', 'main');
    git('branch', '-D', 'side');
    await install();
    const script = join(folder, '.git', 'hooks', 'toolyard-fire');
    const text = readFileSync(script, 'utf8').replace(/^toolyard='.*'$/m, `toolyard='${program}'`);
    writeFileSync(script, text);
    spoil(program);
    rmSync(join(dirname(folder), 'origin.git'), { recursive: true });
    git('init', '--quiet', '--bare', '../origin.git');
    const startedAt = performance.now();
    expect(ends()).toEqual(before);
    // Git does not wait: the program that hangs would keep it for a minute, and its pipes for ever.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    if (toolyard !== 'hangs') return;
    // Each of the three that were told, the push when it was over.
    await waitUntil(() => pidsIn(`${program}.pids`).length === 3, WAIT_MS);
    for (const pid of pidsIn(`${program}.pids`)) process.kill(pid, 'SIGKILL');
    await quiet();
  });
});

it('git hooks are not installed where they would be committed, or be those of all repositories', LIMIT, async () => {
  const { folder, git, hooks, writeProgram } = createInstalled();
  writeProgram('.githooks/post-commit', '#!/bin/sh\n');
  git('add', '.githooks');
  git('config', 'core.hooksPath', '.githooks');
  const refused = await hooks('install');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is part of the project') });
  const json = await hooks('install', '--yes', '--json');
  expect(JSON.parse(json.stdout)).toEqual({
    workspace: folder,
    folder: join(folder, '.githooks'),
    hooks: [
      { name: 'post-commit', change: 'lines added' },
      { name: 'post-merge', change: 'made' },
      { name: 'post-applypatch', change: 'made' },
      { name: 'post-checkout', change: 'made' },
      { name: 'pre-push', change: 'made' },
    ],
  });
  const elsewhere = await hooks('install', '--workspace', dirname(folder));
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('is not in a git repository') });
});

function pidsIn(file: string): number[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split(' ').slice(0, -1).map(Number);
}

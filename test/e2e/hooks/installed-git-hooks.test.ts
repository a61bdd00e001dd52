import { describe, expect, it } from 'vitest';
import { createInstalled, type InstalledWorkspace } from './create-installed.ts';
import { noteHook } from './create-workspace.ts';
import { expectGitAsEver } from './expect-git-as-ever.ts';
import { gitIn } from './git-in.ts';
import { approveHooks, byText, LIMIT, noted, watchAgain, watchHooks } from './watch-hooks.ts';

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
});

it('git with installed hooks commits, checks out and pushes as ever where Toolyard hangs', LIMIT, () =>
  expectGitAsEver('hanging'),
);

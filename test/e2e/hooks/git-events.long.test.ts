import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { commitIn, gitIn, initRepository, USER } from './git-in.ts';
import { byText, LIMIT, noted, noteRun, watchAgain, watchHooks } from './watch-hooks.ts';

const COMMITTED = noteHook('committed', { event: 'git.committed' }, '{branch} {commit} {message} by {user}');
const CHANGED = noteHook('changed', { event: 'git.branch-changed' }, '{oldBranch} to {branch} at {commit}');
const PUSHED = noteHook('pushed', { event: 'git.pushed' }, '{remote} {branch} {commit}');
const ALL = [COMMITTED, CHANGED, PUSHED];

function createRepository(): Workspace & { git(...words: readonly string[]): string } {
  const workspace = createWorkspace();
  initRepository(workspace.folder);
  return { ...workspace, git: (...words) => gitIn(workspace.folder, ...words) };
}

/** A repository elsewhere that can be pushed to. */
function createBare({ folder }: Workspace, name: string): string {
  const bare = join(dirname(folder), name);
  mkdirSync(bare);
  gitIn(bare, 'init', '--quiet', '--bare', '--initial-branch=main');
  return bare;
}

interface Committed {
  readonly branch: string;
  readonly commit: string;
  readonly message: string;
}

function toText({ branch, commit, message }: Committed): string {
  return `${branch} ${commit} ${message} by ${USER}`;
}

function runOf(workspace: Workspace, committed: Committed): object {
  const context = { ...committed, feature: committed.branch, user: USER };
  return noteRun(workspace, { hook: 'committed', name: 'git.committed', context, text: toText(committed) });
}

describe('commits', LIMIT, () => {
  it('are told once each, by whatever command they were made', async () => {
    const workspace = createRepository();
    const { folder, git } = workspace;
    const watched = await watchHooks(workspace, ...ALL);
    const made: Committed[] = [];
    const tell = async (branch: string, message: string): Promise<void> => {
      made.push({ branch, message, commit: git('rev-parse', 'HEAD') });
      await watched.untilCalls(made.length);
    };
    commitIn(folder, 'Say "hello" to {user} and $(whoami)\n\nMore words.');
    await tell('main', 'Say "hello" to {user} and $(whoami)');
    commitIn(folder, 'better words', '--amend');
    await tell('main', 'better words');
    // A branch that nobody goes to, so that only the merge is seen.
    const tree = git('rev-parse', 'HEAD^{tree}');
    git('branch', 'side', git('commit-tree', tree, '-p', 'HEAD', '-m', 'beside'));
    git('merge', '--quiet', '--no-ff', '--no-edit', 'side');
    await tell('main', "Merge branch 'side'");
    workspace.write('a.md', 'first');
    git('add', 'a.md');
    commitIn(folder, 'with a file', '--author', 'Other <other@example.org>', '--date', '2001-02-03T04:05:06Z');
    await tell('main', 'with a file');
    git('revert', '--no-edit', 'HEAD');
    await tell('main', 'Revert "with a file"');
    git('cherry-pick', '--keep-redundant-commits', '--allow-empty', 'side');
    await tell('main', 'beside');
    const { calls, runs } = await watched.end();
    expect(calls).toEqual(noted(...made.map(toText)));
    expect(runs).toEqual(made.map((each) => runOf(workspace, each)));
  });

  it('are found by the next watch where nothing watched, in their order', async () => {
    const workspace = createRepository();
    const { folder } = workspace;
    expect(await (await watchHooks(workspace, ...ALL)).end()).toEqual({ calls: [], runs: [] });
    const made = ['one', 'two', 'three'].map((message) => ({
      branch: 'main',
      message,
      commit: commitIn(folder, message),
    }));
    const again = await watchAgain(workspace);
    await again.untilCalls(made.length);
    const { calls, runs } = await again.end();
    expect(calls).toEqual(noted(...made.map(toText)));
    expect(runs).toEqual(made.map((each) => runOf(workspace, each)));
    expect(await (await watchAgain(workspace)).end()).toEqual({ calls, runs });
  });

  it('are those of a worktree where that is what is watched', async () => {
    const workspace = createWorkspace();
    const main = join(dirname(workspace.folder), 'main');
    mkdirSync(main);
    initRepository(main);
    gitIn(main, 'worktree', 'add', '--quiet', '-b', 'tree', workspace.folder);
    const watched = await watchHooks(workspace, ...ALL);
    commitIn(main, 'elsewhere');
    const committed = { branch: 'tree', message: 'here', commit: commitIn(workspace.folder, 'here') };
    await watched.untilCalls(1);
    const { calls, runs } = await watched.end();
    expect(calls).toEqual(noted(toText(committed)));
    expect(runs).toEqual([runOf(workspace, committed)]);
  });

  it('are those of the repository that the workspace is a folder of', async () => {
    const workspace = createWorkspace();
    const top = dirname(workspace.folder);
    initRepository(top);
    const watched = await watchHooks(workspace, ...ALL);
    const committed = { branch: 'main', message: 'above', commit: commitIn(top, 'above') };
    await watched.untilCalls(1);
    const { calls, runs } = await watched.end();
    expect(calls).toEqual(noted(toText(committed)));
    expect(runs).toEqual([runOf(workspace, committed)]);
  });

  it('are none where commits that exist are fetched, gone to or put in another order', async () => {
    const workspace = createRepository();
    const { folder, git } = workspace;
    const elsewhere = join(dirname(folder), 'elsewhere');
    git('clone', '--quiet', folder, elsewhere);
    gitIn(elsewhere, 'config', 'user.name', USER);
    gitIn(elsewhere, 'config', 'user.email', 'ada@example.org');
    commitIn(elsewhere, 'from elsewhere');
    git('remote', 'add', 'origin', elsewhere);
    const watched = await watchHooks(workspace, ...ALL);
    git('fetch', '--quiet', 'origin');
    git('merge', '--quiet', '--ff-only', 'origin/main');
    git('reset', '--quiet', '--hard', 'HEAD~1');
    git('stash', 'list');
    git('tag', 'v1');
    git('branch', 'unused');
    expect(await watched.end()).toEqual({ calls: [], runs: [] });
    expect(await (await watchAgain(workspace)).end()).toEqual({ calls: [], runs: [] });
  });
});

describe('changes of the branch', LIMIT, () => {
  it('are told with where HEAD was and is, and not for a checkout of files', async () => {
    const workspace = createRepository();
    const { folder, git } = workspace;
    workspace.write('a.md', 'first');
    git('add', 'a.md');
    const commit = commitIn(folder, 'with a file');
    const watched = await watchHooks(workspace, ...ALL);
    git('switch', '--quiet', '-c', 'topic/x');
    await watched.untilCalls(1);
    workspace.write('a.md', 'second');
    git('checkout', '--quiet', '--', 'a.md');
    git('checkout', '--quiet', 'main');
    await watched.untilCalls(2);
    git('branch', '-m', 'main', 'trunk');
    await watched.untilCalls(3);
    const { calls, runs } = await watched.end();
    const steps = [
      { oldBranch: 'main', branch: 'topic/x' },
      { oldBranch: 'topic/x', branch: 'main' },
      { oldBranch: 'main', branch: 'trunk' },
    ];
    const texts = steps.map(({ oldBranch, branch }) => `${oldBranch} to ${branch} at ${commit}`);
    expect(calls).toEqual(noted(...texts));
    expect(runs).toEqual(
      steps.map(({ oldBranch, branch }, index) => {
        const context = { oldBranch, branch, feature: branch, commit, user: USER };
        return noteRun(workspace, { hook: 'changed', name: 'git.branch-changed', context, text: texts[index] ?? '' });
      }),
    );
  });

  it('leave commits with the branch that they were made on, also where nothing watched', async () => {
    const workspace = createRepository();
    const { folder, git } = workspace;
    const onBranch = noteHook(
      'on-branch',
      { event: 'git.committed', if: { branch: { exists: true } } },
      '{branch} {message}',
    );
    const onNone = noteHook('on-none', { event: 'git.committed', if: { branch: { exists: false } } }, 'none {message}');
    await (await watchHooks(workspace, onBranch, onNone)).end();
    commitIn(folder, 'one');
    git('switch', '--quiet', '-c', 'side');
    commitIn(folder, 'two');
    git('switch', '--quiet', '--detach', 'main');
    commitIn(folder, 'three');
    git('switch', '--quiet', 'main');
    commitIn(folder, 'four');
    const again = await watchAgain(workspace);
    await again.untilCalls(4);
    const { calls, runs } = await again.end();
    expect(byText(calls)).toEqual(noted('main four', 'main one', 'none three', 'side two'));
    const [alone] = runs.filter(({ hook, status }) => hook === 'on-none' && status === 'success');
    expect(alone?.event.context).not.toHaveProperty('branch');
    expect(alone?.event.context).not.toHaveProperty('feature');
    expect((await workspace.hooks('replay', alone?.id ?? '')).code).toBe(0);
    expect((await workspace.log()).at(-1)?.event.context).toEqual(alone?.event.context);
  });
});

describe('pushes', LIMIT, () => {
  it('are told with remote, branch and commit, also those that nobody watched', async () => {
    const workspace = createRepository();
    const { folder, git } = workspace;
    git('remote', 'add', 'origin', createBare(workspace, 'origin.git'));
    git('remote', 'add', 'team/backup', createBare(workspace, 'backup.git'));
    git('branch', 'feature/y');
    const first = git('rev-parse', 'HEAD');
    const watched = await watchHooks(workspace, PUSHED);
    git('push', '--quiet', 'origin', 'main');
    await watched.untilCalls(1);
    git('push', '--quiet', 'team/backup', 'feature/y:feature/z');
    await watched.untilCalls(2);
    // Nothing is pushed by these.
    git('push', '--quiet', 'origin', 'main');
    git('fetch', '--quiet', '--all');
    git('tag', 'v1');
    git('push', '--quiet', 'origin', 'v1');
    await watched.end();
    const second = commitIn(folder, 'second');
    git('push', '--quiet', 'origin', 'main');
    const again = await watchAgain(workspace);
    await again.untilCalls(3);
    const { calls, runs } = await again.end();
    const pushes = [
      { remote: 'origin', branch: 'main', commit: first },
      { remote: 'team/backup', branch: 'feature/z', commit: first },
      { remote: 'origin', branch: 'main', commit: second },
    ];
    const texts = pushes.map(({ remote, branch, commit }) => `${remote} ${branch} ${commit}`);
    expect(calls).toEqual(noted(...texts));
    expect(runs).toEqual(
      pushes.map((push, index) => {
        const context = { ...push, feature: push.branch, user: USER };
        return noteRun(workspace, { hook: 'pushed', name: 'git.pushed', context, text: texts[index] ?? '' });
      }),
    );
  });

  it('are none where the other side refused', async () => {
    const workspace = createRepository();
    const { folder, git } = workspace;
    const bare = createBare(workspace, 'origin.git');
    git('remote', 'add', 'origin', bare);
    git('push', '--quiet', 'origin', 'main');
    const watched = await watchHooks(workspace, PUSHED);
    gitIn(bare, 'config', 'receive.denyNonFastForwards', 'true');
    commitIn(folder, 'other words', '--amend');
    expect(() => git('push', '--quiet', '--force', 'origin', 'main')).toThrow('denying non-fast-forward');
    expect(await watched.end()).toEqual({ calls: [], runs: [] });
    expect(await (await watchAgain(workspace)).end()).toEqual({ calls: [], runs: [] });
  });
});

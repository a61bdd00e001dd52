import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openGitLooks, type GitLooks } from './open-git-looks.ts';

let looks: GitLooks;
beforeEach(async () => void (looks = await openGitLooks()));
afterEach(() => looks.repository.remove());

const git = (...args: string[]): string => looks.git(...args);

function tryGit(...args: string[]): void {
  try {
    git(...args);
  } catch {
    // A conflict, which the test wants.
  }
}

describe('commits', () => {
  it('only marks what is there at the first look', async () => {
    looks.commit('first');
    expect(await looks.look()).toEqual([]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells the first commit of a repository that was empty', async () => {
    expect(await looks.look()).toEqual([]);
    const first = looks.commit('first');
    expect(await looks.look()).toEqual([['git.committed', { commit: first, branch: 'main', message: 'first' }]]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells each kind of commit once, with its subject', async () => {
    looks.commit('first');
    await looks.look();
    const plain = looks.commit('plain\n\nwith a body');
    git('commit', '-q', '--amend', '-m', 'amended "quoted" {user} $(x)');
    const amended = looks.head();
    git('revert', '--no-edit', 'HEAD');
    const reverted = looks.head();
    git('switch', '-q', '-c', 'other', 'HEAD~1');
    looks.write('other.txt', '1');
    git('add', '.');
    git('commit', '-q', '-m', 'on other');
    const other = looks.head();
    git('switch', '-q', 'main');
    git('cherry-pick', 'other');
    const picked = looks.head();
    git('reset', '-q', '--hard', 'HEAD~1');
    git('merge', '-q', '--no-edit', 'other');
    const merged = looks.head();
    git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '');
    const silent = looks.head();
    expect(await looks.look()).toEqual([
      ['git.committed', { commit: plain, branch: 'main', message: 'plain' }],
      ['git.committed', { commit: amended, branch: 'main', message: 'amended "quoted" {user} $(x)' }],
      ['git.committed', { commit: reverted, branch: 'main', message: 'Revert "amended "quoted" {user} $(x)"' }],
      ['git.branch-changed', { commit: amended, branch: 'other', oldBranch: 'main' }],
      ['git.committed', { commit: other, branch: 'other', message: 'on other' }],
      ['git.branch-changed', { commit: reverted, branch: 'main', oldBranch: 'other' }],
      ['git.committed', { commit: picked, branch: 'main', message: 'on other' }],
      ['git.committed', { commit: merged, branch: 'main', message: "Merge branch 'other'" }],
      ['git.committed', { commit: silent, branch: 'main', message: '' }],
    ]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells commits that end a conflict, and those of a mail box', async () => {
    looks.commit('first');
    git('switch', '-q', '-c', 'other');
    looks.commit('theirs');
    git('format-patch', '-1', '-o', join(looks.repository.folder, '..', 'patches'));
    git('switch', '-q', 'main');
    looks.commit('ours');
    await looks.look();
    tryGit('merge', 'other');
    expect(await looks.look()).toEqual([]);
    looks.write('file.txt', 'both');
    git('commit', '-q', '-a', '--no-edit');
    const merged = looks.head();
    expect(await looks.look()).toEqual([
      ['git.committed', { commit: merged, branch: 'main', message: "Merge branch 'other'" }],
    ]);
    git('switch', '-q', '-c', 'mailed', 'main~2');
    await looks.look();
    git('am', '-q', join(looks.repository.folder, '..', 'patches', '0001-theirs.patch'));
    expect(await looks.look()).toEqual([
      ['git.committed', { commit: looks.head(), branch: 'mailed', message: 'theirs' }],
    ]);
    git('switch', '-q', 'main');
    await looks.look();
    git('reset', '-q', '--hard', 'HEAD~1');
    tryGit('cherry-pick', 'other');
    looks.write('file.txt', 'both again');
    git('add', '.');
    git('cherry-pick', '--continue');
    expect(await looks.look()).toEqual([
      ['git.committed', { commit: looks.head(), branch: 'main', message: 'theirs' }],
    ]);
  });

  it('tells the subject of a merge that a pull made, as it was written', async () => {
    looks.commit('first');
    git('clone', '-q', '.', '../origin');
    const origin = looks.repository.beside('origin');
    origin.write('theirs.txt', '1');
    origin.git('add', '.');
    origin.git('commit', '-q', '-m', 'theirs');
    looks.commit('ours');
    await looks.look();
    git('pull', '-q', '--no-rebase', '--no-edit', '../origin', 'main');
    git('switch', '-q', '-c', 'side', 'HEAD^1');
    git('merge', '-q', '-m', 'In two\nlines\n\nand a body', 'main^2');
    const merged = looks.head();
    expect(await looks.look()).toMatchObject([
      ['git.committed', { branch: 'main', message: "Merge branch 'main' of ../origin" }],
      ['git.branch-changed', { branch: 'side', oldBranch: 'main' }],
      ['git.committed', { commit: merged, branch: 'side', message: 'In two lines' }],
    ]);
  });

  it('tells nothing of what makes no commit: reset, stash, fast-forward, pull, fetch and rebase', async () => {
    looks.commit('first');
    git('switch', '-q', '-c', 'other');
    looks.commit('second');
    git('clone', '-q', '.', '../origin');
    git('remote', 'add', 'origin', '../origin');
    const origin = looks.repository.beside('origin');
    origin.commit('from elsewhere');
    git('switch', '-q', 'main');
    await looks.look();
    git('merge', '-q', 'other');
    git('reset', '-q', '--hard', 'HEAD~1');
    looks.write('file.txt', 'kept for later');
    git('stash', '-q');
    git('stash', 'pop', '-q');
    git('checkout', '-q', 'file.txt');
    git('fetch', '-q', 'origin');
    git('pull', '-q', '--ff-only', 'origin', 'other');
    git('reset', '-q', '--hard', 'HEAD~1');
    expect(await looks.look()).toEqual([]);
    looks.write('mine.txt', '1');
    git('add', '.');
    git('commit', '-q', '-m', 'mine');
    expect(await looks.look()).toHaveLength(1);
    git('pull', '-q', '--rebase', 'origin', 'other');
    git('rebase', '-q', '--force-rebase', 'HEAD~1');
    expect(await looks.look()).toEqual([]);
  });

  it('does not take the middle of a rebase for another branch', async () => {
    const first = looks.commit('first');
    git('switch', '-q', '-c', 'other');
    looks.commit('theirs');
    git('switch', '-q', 'main');
    looks.commit('ours');
    await looks.look();
    tryGit('rebase', 'other');
    expect(git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    expect(await looks.look()).toEqual([]);
    git('rebase', '--abort');
    expect(await looks.look()).toEqual([]);
    tryGit('rebase', 'other');
    looks.write('file.txt', 'both');
    git('add', '.');
    git('rebase', '--continue');
    expect(await looks.look()).toEqual([]);
    git('switch', '-q', '--detach', first);
    await looks.look();
    git('rebase', '-q', 'main', 'other');
    expect(await looks.look()).toEqual([['git.branch-changed', { commit: looks.head(), branch: 'other' }]]);
  });

  it('finds 200 commits that nobody watched, in order, each once, also when it is stopped in between', async () => {
    looks.commit('first');
    await looks.look();
    for (let number = 0; number < 200; number += 1) git('commit', '-q', '--allow-empty', '-m', `number ${number}`);
    const commits = git('log', '--reverse', '--format=%H', '-200').split('\n');
    const made = commits.map((commit, number) => [
      'git.committed',
      { commit, branch: 'main', message: `number ${number}` },
    ]);
    expect([...(await looks.look(70)), ...(await looks.look(1)), ...(await looks.look())]).toEqual(made);
    expect(await looks.look()).toEqual([]);
  });
});

describe('changes of the branch', () => {
  it('tells where HEAD went, by name or without one', async () => {
    const first = looks.commit('first');
    const second = looks.commit('second');
    git('tag', 'v1');
    await looks.look();
    git('switch', '-q', '-c', 'feature/a-b');
    git('checkout', '-q', 'HEAD~1');
    git('checkout', '-q', 'v1');
    git('checkout', '-q', 'v1');
    git('checkout', '-q', 'heads/main');
    git('commit', '-q', '--allow-empty', '-m', 'on no branch');
    const lone = looks.head();
    git('switch', '-q', 'main');
    git('checkout', '-q', '-');
    git('checkout', '-q', 'main');
    git('checkout', '-q', 'main');
    expect(await looks.look()).toEqual([
      ['git.branch-changed', { commit: second, branch: 'feature/a-b', oldBranch: 'main' }],
      ['git.branch-changed', { commit: first, branch: null, oldBranch: 'feature/a-b' }],
      ['git.branch-changed', { commit: second, branch: null }],
      ['git.committed', { commit: lone, branch: null, message: 'on no branch' }],
      ['git.branch-changed', { commit: second, branch: 'main' }],
      ['git.branch-changed', { commit: lone, branch: null, oldBranch: 'main' }],
      ['git.branch-changed', { commit: second, branch: 'main' }],
    ]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells a new name of the branch, and commits before and after it by the names of then', async () => {
    looks.commit('first');
    await looks.look();
    const before = looks.commit('before');
    git('branch', '-m', 'main', 'trunk');
    const after = looks.commit('after');
    git('branch', 'unused');
    git('branch', '-m', 'unused', 'still-unused');
    expect(await looks.look()).toEqual([
      ['git.committed', { commit: before, branch: 'main', message: 'before' }],
      ['git.branch-changed', { commit: before, branch: 'trunk', oldBranch: 'main' }],
      ['git.committed', { commit: after, branch: 'trunk', message: 'after' }],
    ]);
    git('branch', '-m', 'stem');
    expect(await looks.look()).toEqual([['git.branch-changed', { commit: after, branch: 'stem', oldBranch: 'trunk' }]]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells a branch without commits, whether it is seen before its first commit or after it', async () => {
    const first = looks.commit('first');
    await looks.look();
    git('switch', '-q', '--orphan', 'pages');
    expect(await looks.look()).toEqual([['git.branch-changed', { branch: 'pages', oldBranch: 'main' }]]);
    const page = looks.commit('page');
    git('switch', '-q', 'main');
    git('switch', '-q', '--orphan', 'more');
    const more = looks.commit('more');
    git('switch', '-q', 'main');
    expect(await looks.look()).toEqual([
      ['git.committed', { commit: page, branch: 'pages', message: 'page' }],
      ['git.branch-changed', { commit: first, branch: 'main', oldBranch: 'pages' }],
      ['git.branch-changed', { branch: 'more', oldBranch: 'main' }],
      ['git.committed', { commit: more, branch: 'more', message: 'more' }],
      ['git.branch-changed', { commit: first, branch: 'main', oldBranch: 'more' }],
    ]);
  });

  it('tells one that git did not log', async () => {
    const first = looks.commit('first');
    git('branch', 'other');
    await looks.look();
    git('symbolic-ref', 'HEAD', 'refs/heads/other');
    expect(await looks.look()).toEqual([['git.branch-changed', { commit: first, branch: 'other', oldBranch: 'main' }]]);
    expect(await looks.look()).toEqual([]);
  });
});

import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openGitLooks, type GitLooks } from './open-git-looks.ts';

let looks: GitLooks;
beforeEach(async () => void (looks = await openGitLooks()));
afterEach(() => looks.repository.remove());

const git = (...args: string[]): string => looks.git(...args);

/** Where two logs have lines of the same second, their order is not known. */
function expectInAnyOrder(found: readonly unknown[], wanted: readonly unknown[]): void {
  expect(found).toHaveLength(wanted.length);
  expect(found).toEqual(expect.arrayContaining([...wanted]));
}

describe('pushes', () => {
  it('tells each with its remote and branch, in order with the commits, and no fetch', async () => {
    git('init', '-q', '--bare', '../origin.git');
    git('init', '-q', '--bare', '../mirror.git');
    git('remote', 'add', 'origin', '../origin.git');
    git('remote', 'add', 'team/mirror', '../mirror.git');
    looks.commit('first');
    git('push', '-q', 'origin', 'main');
    await looks.look();
    const second = looks.commit('second');
    git('push', '-q', 'origin', 'main', 'main:feature/x');
    git('push', '-q', 'team/mirror', 'main:release/1');
    expectInAnyOrder(await looks.look(), [
      ['git.committed', { commit: second, branch: 'main', message: 'second' }],
      ['git.pushed', { remote: 'origin', branch: 'feature/x', commit: second }],
      ['git.pushed', { remote: 'origin', branch: 'main', commit: second }],
      ['git.pushed', { remote: 'team/mirror', branch: 'release/1', commit: second }],
    ]);
    git('clone', '-q', '-b', 'main', '../origin.git', '../elsewhere');
    const elsewhere = looks.repository.beside('elsewhere');
    elsewhere.commit('third');
    elsewhere.git('push', '-q');
    git('fetch', '-q', 'origin');
    git('push', '-q', 'origin', 'main:main-2', '--force');
    expect(await looks.look()).toEqual([['git.pushed', { remote: 'origin', branch: 'main-2', commit: second }]]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells no old push again where a branch or the name of a remote goes', async () => {
    git('init', '-q', '--bare', '../origin.git');
    git('remote', 'add', 'origin', '../origin.git');
    const first = looks.commit('first');
    git('push', '-q', 'origin', 'main', 'main:gone');
    await looks.look();
    git('remote', 'rename', 'origin', 'upstream');
    git('push', '-q', 'upstream', '--delete', 'gone');
    expect(await looks.look()).toEqual([]);
    expect([...looks.marks.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual([
      'git:head',
      'git:remote:upstream/main',
    ]);
    git('push', '-q', 'upstream', 'main:gone');
    expect(await looks.look()).toEqual([['git.pushed', { remote: 'upstream', branch: 'gone', commit: first }]]);
  });
});

describe('logs that are not whole', () => {
  it('compares branch and commit where git keeps no log', async () => {
    git('config', 'core.logAllRefUpdates', 'false');
    const first = looks.commit('first');
    await looks.look();
    const second = looks.commit('second');
    expect(await looks.look()).toEqual([['git.committed', { commit: second, branch: 'main', message: 'second' }]]);
    git('switch', '-q', '-c', 'other', first);
    expect(await looks.look()).toEqual([['git.branch-changed', { commit: first, branch: 'other', oldBranch: 'main' }]]);
    git('checkout', '-q', '--detach', second);
    expect(await looks.look()).toEqual([['git.branch-changed', { commit: second, branch: null, oldBranch: 'other' }]]);
    git('checkout', '-q', '--detach', first);
    expect(await looks.look()).toEqual([['git.branch-changed', { commit: first, branch: null }]]);
    expect(await looks.look()).toEqual([]);
  });

  it('tells nothing because git threw old lines away, and goes on after them', async () => {
    for (const message of ['a', 'b', 'c']) looks.commit(message);
    await looks.look();
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    expect(await looks.look()).toEqual([]);
    const next = looks.commit('next');
    expect(await looks.look()).toEqual([['git.committed', { commit: next, branch: 'main', message: 'next' }]]);
    git('reflog', 'expire', '--expire=now', '--all');
    const more = ['x', 'y'].map((message) => [
      'git.committed',
      { commit: looks.commit(message), branch: 'main', message },
    ]);
    expect(await looks.look()).toEqual(more);
  });

  it('finds its place again where lines before it are gone', async () => {
    for (const message of ['a', 'b', 'c']) looks.commit(message);
    await looks.look();
    const next = looks.commit('next');
    git('reflog', 'delete', 'HEAD@{3}');
    git('reflog', 'delete', 'HEAD@{2}');
    expect(await looks.look()).toEqual([['git.committed', { commit: next, branch: 'main', message: 'next' }]]);
    expect(await looks.look()).toEqual([]);
  });

  it('reads references that git has packed', async () => {
    const first = looks.commit('first');
    git('pack-refs', '--all', '--prune');
    expect(await looks.reader().read()).toMatchObject({ head: { branch: 'main', commit: first } });
  });

  it('is not stopped by a line that is none, or that is not whole yet', async () => {
    looks.commit('first');
    await looks.look();
    const log = join(looks.repository.folder, '.git', 'logs', 'HEAD');
    appendFileSync(log, 'nonsense\n\u0000\n');
    const second = looks.commit('second');
    appendFileSync(log, `${second} ${second} Ada`);
    expect(await looks.look()).toEqual([['git.committed', { commit: second, branch: 'main', message: 'second' }]]);
  });

  it('gives no state where the repository is gone or is none that files show', async () => {
    looks.commit('first');
    writeFileSync(join(looks.repository.folder, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n');
    expect(await looks.reader().read()).toBeUndefined();
    writeFileSync(join(looks.repository.folder, '.git', 'HEAD'), 'ref: refs/heads/../../../secret\n');
    expect(await looks.reader().read()).toBeUndefined();
    rmSync(join(looks.repository.folder, '.git'), { recursive: true });
    expect(await looks.reader().read()).toBeUndefined();
  });
});

describe('worktrees and submodules', () => {
  it('follows the HEAD of a linked worktree and no other, and the pushes of all', async () => {
    looks.commit('first');
    git('init', '-q', '--bare', '../origin.git');
    git('remote', 'add', 'origin', '../origin.git');
    git('worktree', 'add', '-q', '../linked', '-b', 'linked');
    const linked = looks.repository.beside('linked');
    await looks.follow(linked.folder);
    await looks.look();
    const inMain = looks.commit('in main');
    expect(await looks.look()).toEqual([]);
    git('push', '-q', 'origin', 'main');
    const second = linked.commit('second');
    linked.git('switch', '-q', '-c', 'next');
    expectInAnyOrder(await looks.look(), [
      ['git.branch-changed', { commit: second, branch: 'next', oldBranch: 'linked' }],
      ['git.committed', { commit: second, branch: 'linked', message: 'second' }],
      ['git.pushed', { remote: 'origin', branch: 'main', commit: inMain }],
    ]);
  });

  it('follows a submodule', async () => {
    looks.commit('first');
    git('init', '-q', '-b', 'main', '../library');
    looks.repository.beside('library').commit('of the library');
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'lib');
    await looks.follow(join(looks.repository.folder, 'lib'));
    await looks.look();
    const inside = looks.repository.beside('repository/lib').commit('inside');
    expect(await looks.look()).toEqual([['git.committed', { commit: inside, branch: 'main', message: 'inside' }]]);
  });
});

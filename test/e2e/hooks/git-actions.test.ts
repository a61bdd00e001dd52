import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEngine } from './engine-on-duty.ts';
import { BRANCH_HOOKS, COMMIT, createGitWorkspace, gitHook } from './git-hook.ts';
import { gitIn } from './git-in.ts';
import { watchHooks } from './watch-hooks.ts';

describe('a git action that commits', () => {
  it('takes the named paths, and leaves everything else as it was', async () => {
    const { workspace, git } = createGitWorkspace();
    const { run } = await startEngine(workspace, COMMIT);
    const names = ['new folder/ü ñ.txt', '-rf.txt', ':(glob)*.md', '*.txt', ':!x', '"quoted".txt'];
    workspace.write('staged.txt', 'staged\n');
    workspace.write('b.txt', 'staged in part\n');
    git('add', 'staged.txt', 'b.txt');
    workspace.write('b.txt', 'and more\n');
    workspace.write('untracked.txt', 'stays\n');
    workspace.write('other.md', 'stays\n');
    for (const name of names) workspace.write(name, `${name}\n`);
    rmSync(join(workspace.folder, 'a.txt'));
    const others = (): string => git('status', '--porcelain', '--', 'staged.txt', 'b.txt', 'untracked.txt', 'other.md');
    const [before, staged] = [others(), git('diff', '--cached', '--', 'b.txt')];

    const record = await run('commit', { message: '$(touch pwned) "x"\n\n# kept', paths: ['a.txt', ...names] });
    const commit = git('rev-parse', 'HEAD');
    expect(record).toMatchObject({
      status: 'success',
      action: 'git',
      target: 'git commit',
      result: { committed: true, commit, branch: 'main' },
    });
    expect(git('log', '-1', '--format=%B')).toBe('$(touch pwned) "x"\n\n# kept');
    const changes = git('diff-tree', '-r', '--no-commit-id', '--name-status', '-z', 'HEAD').split('\0');
    expect(new Set(changes)).toEqual(new Set(['D', 'a.txt', 'A', ...names, '']));
    expect(others()).toBe(before);
    expect(git('diff', '--cached', '--', 'b.txt')).toBe(staged);
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);

    expect(await run('commit', { message: 'x', paths: ['new folder', '*.txt'] })).toMatchObject({
      status: 'success',
      result: { committed: false, branch: 'main' },
    });
    // A file that was removed by git itself is neither there nor in the index.
    git('rm', '--quiet', '--', '*.txt');
    git('reset', '--quiet', '--', '-rf.txt', 'b.txt');
    git('checkout', '--', '-rf.txt');
    expect(await run('commit', { message: 'removed', paths: [':!x', 'staged.txt'] })).toMatchObject({
      status: 'success',
    });
    expect(git('rev-parse', 'HEAD^')).toBe(commit);
  });
});

describe('a git action with branches', () => {
  it('creates, checks out, merges, tags, stashes and pushes them', async () => {
    const { workspace, git, remote } = createGitWorkspace();
    const { run } = await startEngine(workspace, ...BRANCH_HOOKS);
    const first = git('rev-parse', 'HEAD');

    expect((await run('create', { branch: 'feature/ü' })).result).toEqual({ branch: 'feature/ü', checkedOut: false });
    expect(git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(await run('create', { branch: 'feature/ü' })).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(/^git branch: fatal: a branch named 'feature\/ü' already exists$/),
    });
    expect((await run('checkout', { branch: 'feature/ü' })).result).toEqual({
      branch: 'feature/ü',
      commit: first,
      changed: true,
    });
    expect((await run('checkout', { branch: 'feature/ü' })).result).toMatchObject({ changed: false });
    workspace.write('c.txt', 'c\n');
    await run('commit', { message: 'c', paths: ['c.txt'] });
    const second = git('rev-parse', 'HEAD');
    expect((await run('push-named', { branch: 'feature/ü' })).result).toEqual({
      remote: 'origin',
      branch: 'feature/ü',
      commit: second,
    });
    expect(gitIn(remote, 'rev-parse', 'refs/heads/feature/ü')).toBe(second);
    expect(git('rev-parse', '--abbrev-ref', '@{upstream}')).toBe('origin/feature/ü');
    expect((await run('create-from', { branch: 'old', from: 'main' })).result).toEqual({
      branch: 'old',
      checkedOut: true,
    });
    expect(existsSync(join(workspace.folder, 'c.txt'))).toBe(false);
    await run('checkout', { branch: 'main' });
    const merged = await run('merge', { branch: 'feature/ü' });
    expect(merged.result).toEqual({ commit: git('rev-parse', 'HEAD'), branch: 'main', changed: true });
    expect(git('log', '-1', '--format=%s %P')).toBe(`joined ${first} ${second}`);
    expect((await run('merge', { branch: 'feature/ü' })).result).toMatchObject({ changed: false });
    await run('push');
    expect(gitIn(remote, 'rev-parse', 'main')).toBe(git('rev-parse', 'HEAD'));

    expect((await run('tag', { tag: 'v1' })).result).toEqual({ tag: 'v1', commit: git('rev-parse', 'HEAD') });
    expect((await run('annotated', { tag: 'v0' })).result).toEqual({ tag: 'v0', commit: first });
    expect(git('cat-file', '-p', 'v0')).toContain('\n\n-m v0');
    expect(await run('tag', { tag: 'v1' })).toMatchObject({ reason: "git tag: fatal: tag 'v1' already exists" });

    expect((await run('stash', { why: 'nothing' })).result).toEqual({ stashed: false });
    workspace.write('a.txt', 'changed\n');
    workspace.write('new.txt', 'new\n');
    const stashed = await run('stash', { why: 'later' });
    expect(stashed.result).toEqual({ stashed: true, stash: git('rev-parse', 'stash@{0}') });
    expect(git('stash', 'list')).toBe('stash@{0}: On main: -m later');
    expect(git('status', '--porcelain')).toBe('?? new.txt');
    await run('stash-all');
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe('a hook on commits that commits', () => {
  it('ends after one further commit', async () => {
    const { workspace, git } = createGitWorkspace();
    const parameters = { operation: 'commit', message: 'log of {commit}', paths: ['log.txt'] };
    const before = Number(git('rev-list', '--count', 'HEAD'));
    workspace.write('log.txt', 'one\n');
    const watch = await watchHooks(workspace, gitHook('logs', parameters, { event: 'git.committed' }));
    git('commit', '--quiet', '--allow-empty', '-m', 'by a person');
    await watch.untilRuns(1, ({ hook, status }) => hook === 'logs' && status === 'refused');
    const { runs } = await watch.end();
    expect(Number(git('rev-list', '--count', 'HEAD'))).toBe(before + 2);
    const own = runs.filter(({ hook }) => hook === 'logs');
    expect(own.map(({ status, reason }) => [status, reason])).toEqual([
      ['success', undefined],
      ['refused', 'loop: logs → logs'],
    ]);
    expect(own[1]?.chain).toMatchObject([{ hook: 'logs', run: own[0]?.id, inferred: false }]);
    expect((await workspace.hooks('log', '--status', 'refused')).stdout).toContain('refused: loop: logs → logs');
  });
});

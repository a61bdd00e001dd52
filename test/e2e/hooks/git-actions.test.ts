import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { startEngine } from './engine-on-duty.ts';
import { createGitWorkspace, gitHook } from './git-hook.ts';
import { gitIn } from './git-in.ts';
import { watchHooks } from './watch-hooks.ts';

const COMMIT = gitHook('commit', { operation: 'commit', message: '{data.message}', paths: ['{data.paths}'] });

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

  it('changes nothing where it fails, and says why', async () => {
    const { workspace, git } = createGitWorkspace();
    const slow = { operation: 'commit', message: 'x', paths: ['new'], timeout: 1000 };
    const { run } = await startEngine(workspace, COMMIT, gitHook('slow', slow));
    workspace.write('.gitignore', 'ignored.txt\n');
    for (const name of ['new/one.txt', 'new/two.txt', 'staged.txt', 'ignored.txt']) workspace.write(name, 'x\n');
    git('add', 'staged.txt');
    const head = git('rev-parse', 'HEAD');
    const state = (): string => git('status', '--porcelain', '--untracked-files=all');
    const before = state();

    for (const [paths, reason] of [
      [['nobody.txt'], /^git add: fatal: pathspec 'nobody.txt' did not match any files$/],
      [['ignored.txt'], /^git add: .*ignored/],
      [['../outside.txt'], /^paths: is "\.\.\/outside.txt", and must be a path inside the workspace, without "\.\."$/],
      [[], /^paths: is empty$/],
      [['a\0b'], /^paths: must not contain a NUL character$/],
    ] as const) {
      expect(await run('commit', { message: 'x', paths })).toMatchObject({
        status: 'error',
        reason: expect.stringMatching(reason),
      });
    }
    const hook = join(workspace.folder, '.git/hooks/pre-commit');
    writeFileSync(hook, '#!/bin/sh\ngit diff --cached --name-only >"$0.saw"\necho "no: two tests fail" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const refused = await run('commit', { message: 'x', paths: ['new'] });
    expect(refused).toMatchObject({ status: 'error', reason: 'git commit: no: two tests fail' });
    expect(readFileSync(`${hook}.saw`, 'utf8')).toBe('new/one.txt\nnew/two.txt\n');
    expect(state()).toBe(before);
    expect(git('rev-parse', 'HEAD')).toBe(head);

    writeFileSync(hook, '#!/bin/sh\nsleep 600\n');
    expect(await run('slow')).toMatchObject({ status: 'timeout' });
    expect(state()).toBe(before);
    expect(existsSync(join(workspace.folder, '.git/index.lock'))).toBe(false);
  });
});

describe('a git action with branches', () => {
  const HOOKS = [
    COMMIT,
    gitHook('push', { operation: 'push' }),
    gitHook('push-named', { operation: 'push', branch: '{data.branch}', setUpstream: true }),
    gitHook('create', { operation: 'create-branch', branch: '{data.branch}' }),
    gitHook('create-from', {
      operation: 'create-branch',
      branch: '{data.branch}',
      from: '{data.from}',
      checkout: true,
    }),
    gitHook('checkout', { operation: 'checkout-branch', branch: '{data.branch}' }),
    ...['ff-only', 'merge', 'rebase'].map((mode) => gitHook(`pull-${mode}`, { operation: 'pull', mode })),
    gitHook('merge', { operation: 'merge', branch: '{data.branch}', message: 'joined', mode: 'no-ff' }),
    gitHook('tag', { operation: 'tag', tag: '{data.tag}' }),
    gitHook('annotated', { operation: 'tag', tag: '{data.tag}', message: '-m {data.tag}', ref: 'HEAD^' }),
    gitHook('stash', { operation: 'stash', message: '-m {data.why}' }),
    gitHook('stash-all', { operation: 'stash', includeUntracked: true }),
  ];

  it('creates, checks out, merges, tags, stashes and pushes them', async () => {
    const { workspace, git, remote } = createGitWorkspace();
    const { run } = await startEngine(workspace, ...HOOKS);
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

  it('never forces anything, and takes back what leads to a conflict', async () => {
    const { workspace, git, clone, remote } = createGitWorkspace();
    const other = clone();
    const { run } = await startEngine(workspace, ...HOOKS);
    writeFileSync(join(other, 'a.txt'), 'theirs\n');
    gitIn(other, 'commit', '--quiet', '-a', '-m', 'theirs');
    gitIn(other, 'push', '--quiet');
    const theirs = gitIn(other, 'rev-parse', 'HEAD');
    expect((await run('pull-ff-only')).result).toEqual({ commit: theirs, branch: 'main', changed: true });
    expect((await run('pull-ff-only')).result).toMatchObject({ changed: false });

    writeFileSync(join(other, 'a.txt'), 'theirs again\n');
    gitIn(other, 'commit', '--quiet', '-a', '-m', 'theirs again');
    gitIn(other, 'push', '--quiet');
    workspace.write('a.txt', 'ours\n');
    await run('commit', { message: 'ours', paths: ['a.txt'] });
    const ours = git('rev-parse', 'HEAD');
    workspace.write('b.txt', 'not committed\n');
    workspace.write('new.txt', 'not known\n');
    const before = git('status', '--porcelain');
    const expectAsBefore = (): void => {
      expect(git('status', '--porcelain')).toBe(before);
      expect(git('rev-parse', 'HEAD')).toBe(ours);
      expect(git('symbolic-ref', '--short', 'HEAD')).toBe('main');
      expect(existsSync(join(workspace.folder, '.git/MERGE_HEAD'))).toBe(false);
      expect(existsSync(join(workspace.folder, '.git/rebase-merge'))).toBe(false);
    };
    expect(await run('push')).toMatchObject({
      status: 'error',
      reason: 'git push: ! [rejected]        main -> main (fetch first)',
    });
    expect(gitIn(remote, 'rev-parse', 'main')).toBe(gitIn(other, 'rev-parse', 'HEAD'));
    expectAsBefore();
    expect(await run('pull-ff-only')).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(/^git pull: fatal: Not possible to fast-forward/),
    });
    expectAsBefore();
    expect(await run('pull-merge')).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(/^git pull: .*a\.txt|^git pull: Automatic merge failed/),
    });
    expectAsBefore();
    git('fetch', '--quiet');
    expect(await run('merge', { branch: 'origin/main' })).toMatchObject({ status: 'error' });
    expectAsBefore();
    workspace.write('b.txt', 'b.txt\n');
    const clean = git('status', '--porcelain');
    expect(await run('pull-rebase')).toMatchObject({ status: 'error', reason: expect.stringMatching(/^git pull: /) });
    expect([git('status', '--porcelain'), git('rev-parse', 'HEAD')]).toEqual([clean, ours]);
    expect(existsSync(join(workspace.folder, '.git/rebase-merge'))).toBe(false);

    // A merge that a person has begun is not taken back.
    expect(() => git('merge', 'origin/main')).toThrow();
    workspace.write('a.txt', 'half solved\n');
    for (const hook of ['pull-merge', 'merge']) {
      expect(await run(hook, { branch: 'origin/main' })).toMatchObject({
        status: 'error',
        reason: expect.stringMatching(/: a merge is under way; finish or abort it first$/),
      });
    }
    expect(readFileSync(join(workspace.folder, 'a.txt'), 'utf8')).toBe('half solved\n');
    expect(existsSync(join(workspace.folder, '.git/MERGE_HEAD'))).toBe(true);
  });

  it('refuses names that are none before git runs', async () => {
    const { workspace, git } = createGitWorkspace();
    const { run } = await startEngine(workspace, ...HOOKS);
    const head = git('rev-parse', 'HEAD');
    for (const branch of ['--upload-pack=touch pwned', '+main', 'a:b', '-d', 'a b', 'a..b', '@{-1}', 'x\ny', '']) {
      for (const hook of ['push-named', 'create', 'checkout', 'merge']) {
        expect(await run(hook, { branch }), branch).toMatchObject({
          status: 'error',
          attempts: 0,
          reason: expect.stringMatching(/^branch: (is|must)/),
        });
      }
    }
    expect(await run('create-from', { branch: 'x', from: '--track' })).toMatchObject({ attempts: 0 });
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\nrefs/remotes/origin/main');
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);
  });

  it('ends with its time at a remote that never answers, and leaves no process', async () => {
    const { workspace, git } = createGitWorkspace();
    const began = join(workspace.folder, '.git/ssh-began');
    git('remote', 'set-url', 'origin', 'ssh://nowhere.invalid/x.git');
    git('config', 'core.sshCommand', `sh -c 'echo >${began}; while :; do sleep 1; done' --`);
    const { run } = await startEngine(workspace, gitHook('push', { operation: 'push', timeout: 1000 }));
    expect(await run('push')).toMatchObject({ status: 'timeout', reason: 'Execution timeout after 1000 ms' });
    expect(existsSync(began)).toBe(true);
    expect(findProcesses(began)).toEqual([]);
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

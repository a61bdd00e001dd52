import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { startEngine } from './engine-on-duty.ts';
import { BRANCH_HOOKS, COMMIT, createGitWorkspace, gitHook } from './git-hook.ts';
import { gitIn } from './git-in.ts';

describe('a git action', () => {
  it('that commits changes nothing where it fails, and says why', async () => {
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

  it('never forces anything, and takes back what leads to a conflict', async () => {
    const { workspace, git, clone, remote } = createGitWorkspace();
    const other = clone();
    const { run } = await startEngine(workspace, ...BRANCH_HOOKS);
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
    const { run } = await startEngine(workspace, ...BRANCH_HOOKS);
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

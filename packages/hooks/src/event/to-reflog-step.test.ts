import { describe, expect, it } from 'vitest';
import { toBranchName, toReflogStep } from './to-reflog-step.ts';

describe('toReflogStep', () => {
  it.each([
    ['commit: Fix it', 'Fix it'],
    ['commit (initial): first', 'first'],
    ['commit (amend): checkout: moving from a to b', 'checkout: moving from a to b'],
    ["commit (merge): Merge branch 'x'", "Merge branch 'x'"],
    ['commit (cherry-pick): picked', 'picked'],
    ['commit:', ''],
    ['cherry-pick: picked', 'picked'],
    ['revert: Revert "x"', 'Revert "x"'],
    ['am: from a mail', 'from a mail'],
  ])('%s is a commit', (what, message) => {
    expect(toReflogStep(what)).toEqual({ kind: 'commit', message });
  });

  it.each([
    "merge x: Merge made by the 'ort' strategy.",
    "merge feature/a: Merge made by the 'recursive' strategy.",
    "pull: Merge made by the 'ort' strategy.",
    "pull --no-rebase origin main: Merge made by the 'ort' strategy.",
  ])('%s is a commit whose words are elsewhere', (what) => {
    expect(toReflogStep(what)).toEqual({ kind: 'commit' });
  });

  it.each([
    ['checkout: moving from main to feature/x', { kind: 'switch', from: 'main', to: 'feature/x' }],
    ['Branch: renamed refs/heads/a to refs/heads/b/c', { kind: 'switch', from: 'a', to: 'b/c' }],
    ['rebase (finish): returning to refs/heads/main', { kind: 'return', branch: 'main' }],
    ['rebase (abort): returning to refs/heads/main', { kind: 'return', branch: 'main' }],
    ['rebase finished: returning to refs/heads/a/b', { kind: 'return', branch: 'a/b' }],
    ['pull --rebase origin main (finish): returning to refs/heads/main', { kind: 'return', branch: 'main' }],
  ])('%s changes the branch', (what, step) => {
    expect(toReflogStep(what)).toEqual(step);
  });

  it.each([
    '',
    'nonsense',
    'reset: moving to HEAD~1',
    'pull: Fast-forward',
    'pull -q: Fast-forward',
    'merge x: Fast-forward',
    'fetch -q: fast-forward',
    'clone: from https://example.com/x.git',
    'cherry-pick: fast-forward',
    'am --abort',
    'rebase (start): checkout main',
    'rebase (pick): commit: x',
    'rebase (squash): y',
    'rebase (continue): z',
    'rebase -i (pick): old',
    'pull --rebase (pick): w',
    'update by push',
    'committed: x',
    'Branch: renamed refs/remotes/a to refs/remotes/b',
  ])('"%s" is neither', (what) => {
    expect(toReflogStep(what)).toEqual({ kind: 'other' });
  });
});

describe('toBranchName', () => {
  it('tells branches from commits and expressions', () => {
    expect(['main', 'feature/x', 'v1.0', 'a'.repeat(39), 'ä-ö'].map(toBranchName)).toEqual([
      'main',
      'feature/x',
      'v1.0',
      'a'.repeat(39),
      'ä-ö',
    ]);
    for (const name of ['a'.repeat(40), '0'.repeat(64), 'HEAD', '@', 'HEAD~1', 'main^2', 'HEAD@{1}', 'a..b', ':/fix']) {
      expect(toBranchName(name)).toBeUndefined();
    }
  });
});

import { describe, expect, it } from 'vitest';
import { isBroughtByGit } from './is-brought-by-git.ts';

const [A, B, NONE] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)];
const AT = 1_700_000_000;

function line(what: string, { from = A, to = B, seconds = AT } = {}): string {
  return `${from} ${to} Ada <ada@example.com> ${seconds} +0000\t${what}`;
}

describe('isBroughtByGit', () => {
  it.each([
    'checkout: moving from main to other',
    'pull: Fast-forward',
    "pull origin main: Merge made by the 'ort' strategy.",
    'merge other: Fast-forward',
    'reset: moving to HEAD~1',
    'rebase (pick): Add a spec',
    'cherry-pick: Add a spec',
    'am: Add a spec',
  ])('holds for what came with "%s"', (what) => {
    expect(isBroughtByGit([line(what)], AT * 1000 - 300)).toBe(true);
    expect(isBroughtByGit([line(what)], AT * 1000 + 999)).toBe(true);
  });

  it('holds for a clone', () => {
    expect(isBroughtByGit([line('clone: from x', { from: NONE })], AT * 1000)).toBe(true);
  });

  it.each([
    line('commit: Add a spec'),
    line('commit (initial): Add a spec', { from: NONE }),
    line('commit (amend): Add a spec'),
    // A new branch, as spec-kit makes one before it writes.
    line('checkout: moving from main to 001-x', { to: A }),
    'garbage',
    '',
  ])('does not hold after %j', (text) => {
    expect(isBroughtByGit([text], AT * 1000)).toBe(false);
  });

  it('does not hold for what was written before or afterwards', () => {
    const log = [line('checkout: moving from main to other')];
    expect(isBroughtByGit(log, AT * 1000 - 10_001)).toBe(false);
    expect(isBroughtByGit(log, AT * 1000 + 1000)).toBe(false);
    expect(isBroughtByGit([], AT * 1000)).toBe(false);
  });
});

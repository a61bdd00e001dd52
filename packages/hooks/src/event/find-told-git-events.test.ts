import type { GitState } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { findGitEvents } from './find-git-events.ts';
import { findToldGitEvents, type GitNotice } from './find-told-git-events.ts';
import type { NewEvent } from './hook-event.ts';

/** A commit that is easy to tell: `of('a')`. */
const of = (letter: string): string => letter.repeat(40);
const NOW = 2_000_000;

function line(from: string, to: string, what: string, seconds = 1999): string {
  return `${of(from)} ${of(to)} Ada <ada@example.com> ${seconds} +0000\t${what}`;
}

function stateOf(log: readonly string[], more: Partial<GitState> = {}): GitState {
  const commit = log.at(-1)?.split(' ')[1];
  const head = { branch: 'main', ...(commit !== undefined && { commit }) };
  return {
    head,
    log,
    remoteLogs: new Map(),
    remotes: ['origin'],
    subjects: new Map(),
    readAt: [NOW - 10, NOW],
    ...more,
  };
}

const FIRST = line('0', 'a', 'commit (initial): first', 500);

/** What a watch finds that had seen everything up to the first line. */
function watched(state: GitState): readonly NewEvent[] {
  const seen = stateOf([FIRST], { readAt: [1_990_000, 1_990_020] });
  const { marks } = findGitEvents(new Map(), seen);
  return findGitEvents(new Map(Object.entries(marks)), state).events.map(({ event }) => event);
}

const committed = (letter: string): GitNotice => ({ name: 'git.committed', commit: of(letter) });
const arrived = (letter: string): GitNotice => ({ name: 'git.branch-changed', commit: of(letter) });

describe('findToldGitEvents', () => {
  it.each<[string, string[], Partial<GitState>]>([
    ['a commit', [line('a', 'b', 'commit: second')], {}],
    ['an amended commit', [line('a', 'b', 'commit (amend): better')], {}],
    ['a picked commit', [line('a', 'b', 'cherry-pick: from there')], {}],
    [
      'a merge',
      [line('a', 'b', "merge x: Merge made by the 'ort' strategy.")],
      { subjects: new Map([[of('b'), 'Merge']]) },
    ],
    [
      'a commit on no branch',
      [line('a', 'a', `checkout: moving from main to ${of('a')}`), line('a', 'b', 'commit: alone')],
      { head: { commit: of('b') } },
    ],
    [
      'a commit that a checkout follows',
      [line('a', 'b', 'commit: x'), line('b', 'b', 'checkout: moving from main to y')],
      { head: { branch: 'y', commit: of('b') } },
    ],
  ])('finds %s exactly as a watch does', (_, lines, more) => {
    const state = stateOf([FIRST, ...lines], more);
    const told = findToldGitEvents(committed('b'), state);
    // A watch that saw another branch before says that first.
    const found = watched(state).filter(({ name }) => name === 'git.committed');
    expect(told).toHaveLength(1);
    expect(told).toEqual(found);
    expect(told[0]?.id).toBe(`git.committed:${of('b')}`);
  });

  it('finds the very first commit', () => {
    expect(findToldGitEvents(committed('a'), stateOf([line('0', 'a', 'commit (initial): first')]))).toMatchObject([
      { values: { commit: of('a'), branch: 'main', message: 'first' } },
    ]);
  });

  it.each([['rebase (pick): second'], ['merge x: Fast-forward'], ['reset: moving to b'], ['pull: Fast-forward']])(
    'finds nothing where the log says that no commit was made: %s',
    (what) => {
      const state = stateOf([FIRST, line('0', 'b', 'commit: long ago', 500), line('a', 'b', what)]);
      expect(findToldGitEvents(committed('b'), state)).toEqual([]);
      expect(findToldGitEvents(committed('f'), state)).toEqual([]);
    },
  );

  it('finds a commit by HEAD alone where there is no log', () => {
    const head = { branch: 'main', commit: of('b') };
    const state = stateOf([], { head, subjects: new Map([[of('b'), 'second']]) });
    expect(findToldGitEvents(committed('b'), state)).toMatchObject([
      { id: `git.committed:${of('b')}`, values: { branch: 'main', commit: of('b'), message: 'second' } },
    ]);
    expect(findToldGitEvents(committed('a'), state)).toEqual([]);
    expect(findToldGitEvents(arrived('b'), state)).toEqual([]);
    expect(findToldGitEvents(committed('b'), stateOf([], { head: { commit: of('b') } }))).toEqual([]);
  });

  it('gives checkouts the ids that a watch gives them, also identical ones within a second', () => {
    const there = line('a', 'a', 'checkout: moving from main to x');
    const back = line('a', 'a', 'checkout: moving from x to main');
    const state = stateOf([FIRST, there, back, there, back, there], { head: { branch: 'x', commit: of('a') } });
    const told = findToldGitEvents(arrived('a'), state);
    expect(told).toEqual(watched(state));
    expect(told.map(({ values }) => values['branch'])).toEqual(['x', 'main', 'x', 'main', 'x']);
    expect(new Set(told.map(({ id }) => id)).size).toBe(5);
    expect(told.every(({ id }) => id?.startsWith('git.branch-changed:') === true && !id.includes('@'))).toBe(true);
  });

  it('does not take an old checkout for the one that a rebase makes', () => {
    const log = [
      FIRST,
      line('a', 'b', 'checkout: moving from main to x', 600),
      line('b', 'a', 'rebase (start): checkout main'),
    ];
    expect(findToldGitEvents(arrived('a'), stateOf(log))).toEqual([]);
    const old = [
      FIRST,
      line('a', 'a', 'checkout: moving from x to y', 600),
      line('a', 'a', 'checkout: moving from y to main'),
    ];
    expect(findToldGitEvents(arrived('a'), stateOf(old)).map(({ values }) => values['branch'])).toEqual(['main']);
  });

  it('finds pushes since a time, with the ids that a watch gives them', () => {
    const remoteLogs = new Map([
      ['origin/main', [line('0', 'a', 'update by push', 1400), line('a', 'b', 'update by push', 1999)]],
      ['origin/x', [line('0', 'c', 'update by push', 1998), line('c', 'd', 'fetch: fast-forward', 1999)]],
    ]);
    const state = stateOf([FIRST], { remoteLogs });
    const told = findToldGitEvents({ name: 'git.pushed', since: 1998 }, state);
    expect(told.map(({ values }) => values)).toEqual([
      { remote: 'origin', branch: 'x', commit: of('c') },
      { remote: 'origin', branch: 'main', commit: of('b') },
    ]);
    expect(watched(state)).toEqual(expect.arrayContaining([...told]));
    expect(findToldGitEvents({ name: 'git.pushed', since: 2000 }, state)).toEqual([]);
  });
});

import type { GitState } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { findGitEvents, type FoundGitEvents } from './find-git-events.ts';

/** A commit that is easy to tell: `of('a')`. */
const of = (letter: string): string => letter.repeat(40);
const NOW = 2_000_000;

function line(from: string, to: string, what: string, seconds = 1500): string {
  return `${of(from)} ${of(to)} Ada <ada@example.com> ${seconds} +0000\t${what}`;
}

function stateOf(log: readonly string[], more: Partial<GitState> = {}): GitState {
  const commit = log.at(-1)?.split(' ')[1];
  const head = { branch: 'main', ...(commit !== undefined && { commit }) };
  return { head, log, remoteLogs: new Map(), remotes: [], subjects: new Map(), readAt: [NOW - 10, NOW], ...more };
}

const FIRST = line('0', 'a', 'commit (initial): first', 500);
const MARKS = findGitEvents(new Map(), stateOf([FIRST], { readAt: [1_000_000, 1_000_020] })).marks;

function find(state: GitState, marks: Readonly<Record<string, unknown>> = MARKS): FoundGitEvents {
  return findGitEvents(new Map(Object.entries(marks)), state);
}

describe('findGitEvents', () => {
  it('marks how far it has seen, and asks for no mark where nothing is new', () => {
    expect(MARKS).toEqual({
      'git:head': { lines: 1, last: FIRST, branch: 'main', commit: of('a'), at: 1_000_000 },
    });
    expect(find(stateOf([FIRST]))).toEqual({ events: [], marks: {} });
  });

  it('gives each event its time, and the mark of its own line', () => {
    const log = [
      FIRST,
      line('a', 'b', 'commit: second'),
      line('b', 'c', 'commit: third'),
      line('c', 'b', 'reset: moving to b'),
    ];
    expect(find(stateOf(log))).toEqual({
      events: [
        {
          event: {
            name: 'git.committed',
            id: `git.committed:${of('b')}`,
            values: { commit: of('b'), branch: 'main', message: 'second' },
            at: 1_500_000,
            window: [1_500_000, 1_500_999],
          },
          marks: { 'git:head': { lines: 2, last: log[1], branch: 'main', commit: of('b'), at: 1_000_000 } },
        },
        {
          event: {
            name: 'git.committed',
            id: `git.committed:${of('c')}`,
            values: { commit: of('c'), branch: 'main', message: 'third' },
            at: 1_500_000,
            window: [1_500_000, 1_500_999],
          },
          marks: { 'git:head': { lines: 3, last: log[2], branch: 'main', commit: of('c'), at: 1_000_000 } },
        },
      ],
      marks: { 'git:head': { lines: 4, last: log[3], branch: 'main', commit: of('b'), at: NOW - 10 } },
    });
  });

  it('needs no further mark where the last line is an event', () => {
    const log = [FIRST, line('a', 'b', 'commit: second')];
    const found = find(stateOf(log));
    expect(found.marks).toEqual({});
    expect(found.events[0]?.marks).toEqual({
      'git:head': { lines: 2, last: log[1], branch: 'main', commit: of('b'), at: NOW - 10 },
    });
  });

  it.each([0, 900, 999, 2002, 99_999_999])('does not believe a time outside of the two looks: %d s', (seconds) => {
    const expected = seconds === 999 ? [999_000, 999_999] : [1_000_000, NOW];
    const { events } = find(stateOf([FIRST, line('a', 'b', 'commit: x', seconds)]));
    expect(events.map(({ event }) => event.window)).toEqual([expected]);
  });

  it('puts what was pushed in order with the commits, as far as the times tell', () => {
    const log = [FIRST, line('a', 'b', 'commit: second', 1500), line('b', 'c', 'commit: third', 1700)];
    const remoteLogs = new Map([
      ['origin/main', [line('0', 'a', 'update by push', 1400), line('a', 'c', 'update by push', 1700)]],
      ['origin/next', [line('0', 'b', 'update by push', 1600), line('b', 'd', 'fetch: fast-forward', 1650)]],
    ]);
    const { events, marks } = find(stateOf(log, { remoteLogs, remotes: ['origin'] }));
    expect(events.map(({ event: { name, values } }) => [name, values['branch'], values['commit']])).toEqual([
      ['git.pushed', 'main', of('a')],
      ['git.committed', 'main', of('b')],
      ['git.pushed', 'next', of('b')],
      ['git.committed', 'main', of('c')],
      ['git.pushed', 'main', of('c')],
    ]);
    expect(marks).toEqual({
      'git:remote:origin/next': { lines: 2, last: line('b', 'd', 'fetch: fast-forward', 1650) },
    });
  });

  it('takes the longest remote that fits, else what stands before the first slash', () => {
    const remoteLogs = new Map([
      ['team/a/main', [line('0', 'a', 'update by push')]],
      ['other/b/main', [line('0', 'a', 'update by push')]],
    ]);
    const { events } = find(stateOf([FIRST], { remoteLogs, remotes: ['team', 'team/a'] }));
    expect(events.map(({ event }) => event.values)).toEqual([
      { remote: 'team/a', branch: 'main', commit: of('a') },
      { remote: 'other', branch: 'b/main', commit: of('a') },
    ]);
  });

  it('counts later lines, or at least the last one, where the marked line is gone', () => {
    const early = line('e', 'b', 'commit: from elsewhere', 400);
    const later = line('b', 'c', 'commit: later', 1500);
    const namesOf = (log: readonly string[]): unknown[] =>
      find(stateOf(log)).events.map(({ event }) => event.values['message']);
    expect(namesOf([early, later])).toEqual(['later']);
    expect(namesOf([early])).toEqual(['from elsewhere']);
    expect(namesOf([line('e', 'b', 'clone: from elsewhere', 400)])).toEqual([]);
    expect(namesOf([line('e', 'a', 'commit: rewritten', 400)])).toEqual([]);
    expect(namesOf([line('a', 'b', 'commit: next', 400), early])).toEqual(['next', 'from elsewhere']);
  });

  it('does not tell a change of the branch again when its line comes late', () => {
    const seen = find(stateOf([FIRST], { head: { branch: 'other', commit: of('a') } }));
    expect(seen.events.map(({ event }) => event.values)).toEqual([
      { commit: of('a'), branch: 'other', oldBranch: 'main' },
    ]);
    const log = [FIRST, line('a', 'a', 'checkout: moving from main to other')];
    const again = find(stateOf(log, { head: { branch: 'other', commit: of('a') } }), {
      ...MARKS,
      ...seen.events[0]?.marks,
    });
    expect(again.events).toEqual([]);
    expect(again.marks).toMatchObject({ 'git:head': { lines: 2, branch: 'other' } });
  });

  it('sees a repository for the first time where the mark is not understood', () => {
    for (const mark of [null, 1, 'x', {}, { lines: 1 }, { lines: '1', at: 1 }]) {
      const found = find(stateOf([FIRST]), { 'git:head': mark });
      expect(found.events).toEqual([]);
      expect(found.marks).toMatchObject({ 'git:head': { lines: 1 } });
    }
  });

  it('forgets remote branches that are gone', () => {
    const marks = { ...MARKS, 'git:remote:origin/x': { lines: 1, last: line('0', 'a', 'update by push') } };
    expect(find(stateOf([FIRST]), marks).marks).toEqual({ 'git:remote:origin/x': null });
  });

  it('ends in the same place wherever it is interrupted', () => {
    const log = [
      FIRST,
      line('a', 'a', 'checkout: moving from main to x'),
      line('a', 'b', 'commit: on x'),
      line('b', 'a', 'checkout: moving from x to HEAD~1'),
      line('a', 'c', 'commit: alone'),
      line('c', 'b', `checkout: moving from ${of('c')} to x`),
      line('b', '0', 'Branch: renamed refs/heads/x to refs/heads/y'),
      line('0', 'b', 'Branch: renamed refs/heads/x to refs/heads/y'),
      line('b', 'd', 'commit: on y'),
    ];
    const state = stateOf(log, { head: { branch: 'y', commit: of('d') } });
    const whole = find(state).events.map(({ event }) => event);
    expect(whole.map(({ values }) => [values['oldBranch'], values['branch'], values['message']])).toEqual([
      ['main', 'x', undefined],
      [undefined, 'x', 'on x'],
      ['x', null, undefined],
      [undefined, null, 'alone'],
      [undefined, 'x', undefined],
      ['x', 'y', undefined],
      [undefined, 'y', 'on y'],
    ]);
    for (let stop = 1; stop <= whole.length; stop += 1) {
      const taken = find(state).events.slice(0, stop);
      const rest = find(state, { ...MARKS, ...taken.at(-1)?.marks }).events;
      expect([...taken, ...rest].map(({ event }) => event)).toEqual(whole);
    }
  });
});

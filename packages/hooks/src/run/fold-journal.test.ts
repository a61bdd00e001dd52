import { array, assert, constantFrom, oneof, property, record, type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../event/hook-event.ts';
import type { Marks } from '../event/marks.ts';
import { foldJournal, type JournalState } from './fold-journal.ts';
import type { JournalEntry } from './journal.ts';

function event(id: string): HookEvent {
  return { id, name: 'file.saved', at: 1, context: { path: id }, chain: [] };
}

function taken(id: string, ...runs: readonly string[]): JournalEntry {
  return { type: 'taken', event: event(id), runs: runs.map((run) => ({ id: run, hook: 'a' })) };
}

function show(state: JournalState): unknown {
  return { marks: state.marks, runs: state.runs, taken: ['e', 'f', 'g', 'h'].filter((id) => state.hasTaken(id)) };
}

const anyRun = constantFrom('1', '2', '3', '4');
const anyMarks: Arbitrary<Marks> = record({ x: constantFrom(1, 2, null) });
const anyEntry: Arbitrary<JournalEntry> = oneof(
  record({ type: constantFrom('ended' as const), run: anyRun }),
  record({ type: constantFrom('started' as const), run: anyRun, repeatable: constantFrom(true, false) }),
  record({ type: constantFrom('marked' as const), marks: anyMarks }),
);

describe('foldJournal', () => {
  it('knows what waits, what had begun and what is over', () => {
    const state = foldJournal([
      taken('e', '1', '2'),
      taken('f', '3'),
      { type: 'started', run: '2', repeatable: true },
      { type: 'ended', run: '3' },
    ]);
    expect([...state.runs]).toEqual([
      ['1', { plan: { id: '1', hook: 'a' }, events: [event('e')] }],
      ['2', { plan: { id: '2', hook: 'a' }, events: [event('e')], started: { repeatable: true } }],
    ]);
    expect(['e', 'f', 'g'].map((id) => state.hasTaken(id))).toEqual([true, true, false]);
  });

  it('joins the entries of a run that stands for several events', () => {
    const decided = { status: 'skipped', reason: 'disabled' } as const;
    const first: JournalEntry = { type: 'taken', event: event('e'), runs: [{ id: '1', hook: 'a', decided }] };
    const { runs } = foldJournal([first, taken('f', '1')]);
    expect(runs.get('1')).toEqual({ plan: { id: '1', hook: 'a', decided }, events: [event('e'), event('f')] });
  });

  it('remembers the last ten thousand events, and longer those whose runs are open', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => taken(`n${index}`));
    const state = foldJournal([taken('e', '1'), taken('f'), ...many]);
    expect(['e', 'f', 'n0'].map((id) => state.hasTaken(id))).toEqual([true, false, true]);
    expect(state.toEntries()).toHaveLength(10_001);
  });

  it('remembers webhooks and commits apart from changes of files, also in fewer entries', () => {
    const rare = (['webhook', 'git.committed'] as const).map((name): JournalEntry => ({
      type: 'taken',
      event: { ...event(name), name },
      runs: [],
    }));
    const many = Array.from({ length: 10_001 }, (_, index) => taken(`n${index}`));
    const state = foldJournal([...rare, ...many]);
    const known = ['webhook', 'git.committed', 'n0', 'n1'].map((id) => state.hasTaken(id));
    expect(known).toEqual([true, true, false, true]);
    const again = foldJournal([...state.toEntries(), ...many.map((_, index) => taken(`m${index}`))]);
    expect(['webhook', 'git.committed', 'n10000'].map((id) => again.hasTaken(id))).toEqual([true, true, false]);
  });

  it('keeps nothing but the id of an event whose runs are all over', () => {
    const ends: JournalEntry[] = ['1', '2', '3'].map((run) => ({ type: 'ended', run }));
    const contexts = (count: number): unknown[] =>
      foldJournal([taken('e', '1', '2'), taken('f', '2', '3'), ...ends.slice(0, count)])
        .toEntries()
        .map((entry) => (entry.type === 'taken' ? [entry.event.id, entry.event.context, entry.runs.length] : []));
    expect(contexts(1)).toEqual([
      ['e', { path: 'e' }, 1],
      ['f', { path: 'f' }, 2],
    ]);
    expect(contexts(3)).toEqual([
      ['e', {}, 0],
      ['f', {}, 0],
    ]);
  });

  it('gives fewer entries that come to the same', () => {
    const before = [taken('e', '1', '2'), taken('f', '2', '3'), taken('g', '4'), taken('h')];
    assert(
      property(array(anyEntry), (after) => {
        const state = foldJournal([...before, ...after]);
        const entries = state.toEntries();
        expect(show(foldJournal(entries))).toEqual(show(state));
        expect(foldJournal(entries).toEntries()).toHaveLength(entries.length);
        expect(entries.length).toBeLessThanOrEqual(before.length + 5);
      }),
    );
  });
});

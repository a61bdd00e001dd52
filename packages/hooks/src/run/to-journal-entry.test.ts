import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJournalEntry } from './to-journal-entry.ts';

const EVENT = {
  id: 'event-1',
  name: 'file.saved',
  at: 5,
  context: { path: 'a' },
  chain: [{ hook: 'a', run: 'run-0', inferred: false }],
} as const;
const TAKEN = { type: 'taken', event: EVENT, runs: [{ id: 'run-1', hook: 'a' }] } as const;

describe('toJournalEntry', () => {
  it.each([
    TAKEN,
    { ...TAKEN, runs: [], marks: { 'file:a': [1, 2], 'file:b': null } },
    { ...TAKEN, event: { ...EVENT, chain: [], target: 'a', replayOf: 'run-9' } },
    { ...TAKEN, runs: [{ id: 'run-1', hook: 'a', decided: { status: 'skipped', reason: 'disabled', count: 1 } }] },
    { ...TAKEN, runs: [{ id: 'run-1', hook: 'a', paths: ['a.md', 'b.md'] }] },
    { type: 'marked', marks: {} },
    { type: 'started', run: 'run-1', repeatable: true },
    { type: 'ended', run: 'run-1' },
  ])('reads what an engine wrote: %j', (entry) => {
    expect(toJournalEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
  });

  it.each([
    null,
    [],
    'taken',
    {},
    { type: 'gone' },
    { type: 'taken' },
    { ...TAKEN, runs: [{ id: 'run-1' }] },
    { ...TAKEN, runs: [{ id: 'run-1', hook: 'a', decided: { status: 'success', reason: 'x' } }] },
    { ...TAKEN, runs: [{ id: 'run-1', hook: 'a', decided: { status: 'refused' } }] },
    { ...TAKEN, runs: [{ id: 'run-1', hook: 'a', paths: ['a.md', 1] }] },
    { ...TAKEN, runs: [{ id: 'run-1', hook: 'a', paths: 'a.md' }] },
    { ...TAKEN, runs: {} },
    { ...TAKEN, marks: [] },
    { ...TAKEN, event: { ...EVENT, id: 1 } },
    { ...TAKEN, event: { ...EVENT, name: 'file.save' } },
    { ...TAKEN, event: { ...EVENT, at: null } },
    { ...TAKEN, event: { ...EVENT, at: 1e300 } },
    { ...TAKEN, event: { ...EVENT, context: [] } },
    { ...TAKEN, event: { ...EVENT, chain: [{}] } },
    { ...TAKEN, event: { ...EVENT, target: 1 } },
    { ...TAKEN, event: { ...EVENT, replayOf: 1 } },
    { type: 'marked' },
    { type: 'started', run: 'run-1' },
    { type: 'started', repeatable: true },
    { type: 'ended', run: 1 },
  ])('does not take anything else for an entry: %j', (value) => {
    expect(toJournalEntry(value)).toBeUndefined();
  });

  it('never throws', () => {
    assert(property(jsonValue(), (value) => void toJournalEntry({ type: 'taken', event: value, runs: value })));
  });
});

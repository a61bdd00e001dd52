import { DEFAULT_SETTINGS, type CatalogueKind, type SavedServer } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import type { ReadList } from '../catalogue/read-list.ts';
import { toEntry } from '../catalogue/to-entry.ts';
import { KnownLists } from './known-lists.ts';

function toolsOf(...names: readonly string[]): ReadonlyMap<CatalogueKind, ReadList> {
  const place = { server: 'a', kind: 'tools' } as const;
  const entries = names.flatMap((name) => toEntry(place, JSON.stringify({ name })) ?? []);
  return new Map([['tools', { entries, oddities: [] }]]);
}

const namesIn = (lists: ReturnType<KnownLists['of']>): readonly string[] | undefined =>
  lists?.get('tools')?.map(({ name }) => name);

function recalled(known: KnownLists): KnownLists {
  const saved: SavedServer = { key: 'a', definitionHash: '', failures: 0, ...known.toSaved('{}') };
  const next = new KnownLists();
  next.recall('a', '{}', saved, DEFAULT_SETTINGS);
  return next;
}

describe('KnownLists', () => {
  it('knows nothing at first, and an empty list from nothing', () => {
    const known = new KnownLists();
    expect([known.all, known.of('{}')]).toEqual([undefined, undefined]);
    known.learn('{}', new Map());
    expect([known.all?.size, known.of('{}')?.size]).toEqual([0, 0]);
  });

  it('keeps the array of a list that was read again and is the same', () => {
    const known = new KnownLists();
    expect(known.learn('{}', toolsOf('x'))).toEqual(['tools']);
    const before = known.of('{}')?.get('tools');
    expect(known.learn('{}', toolsOf('x'))).toEqual([]);
    expect(known.of('{}')?.get('tools')).toBe(before);
  });

  it('has what any set has in all, each once', () => {
    const known = new KnownLists();
    known.learn('{}', toolsOf('x', 'y'));
    known.learn('{"roots":{}}', toolsOf('z', 'x'));
    expect(namesIn(known.all)).toEqual(['x', 'y', 'z']);
  });

  it('is the same after a restart, where nothing of it is checked', () => {
    const known = new KnownLists();
    known.learn('{}', toolsOf('x'));
    known.learn('{"roots":{}}', toolsOf('y'));
    const next = recalled(known);
    expect(['{}', '{"roots":{}}'].map((set) => namesIn(next.of(set)))).toEqual([['x'], ['y']]);
    expect([known, next].map((each) => each.isChecked('{}'))).toEqual([true, false]);
  });

  it('gives up the set that was not used for the longest time for a seventeenth, unless it is in use', () => {
    const known = new KnownLists();
    for (let n = 0; n < 17; n++) known.learn(`{"n":${n}}`, toolsOf('x'));
    known.noteUse('{"n":1}');
    known.trim((set) => set === '{"n":0}');
    expect(known.sets).toHaveLength(16);
    expect(known.of('{"n":2}')).toBeUndefined();
    known.trim(() => false);
    expect(known.sets).toHaveLength(16);
  });

  it('keeps as many as are in use, and sixteen of them for later runs, none of them long', () => {
    const known = new KnownLists();
    for (const set of ['{}', `{"long":"${'x'.repeat(2000)}"}`]) known.learn(set, toolsOf('x'));
    for (let n = 0; n < 20; n++) known.learn(`{"n":${n}}`, toolsOf('x'));
    known.trim(() => true);
    expect(known.sets).toHaveLength(22);
    expect(recalled(known).sets).toEqual(['{}', ...Array.from({ length: 15 }, (_, n) => `{"n":${n + 5}}`)]);
  });

  it('trusts what is remembered until some of it turns out to be wrong', () => {
    const known = new KnownLists();
    for (const set of ['{}', '{"a":{}}', '{"b":{}}']) known.learn(set, toolsOf('x'));
    const next = recalled(known);
    next.learn('{}', toolsOf('x'));
    expect(namesIn(next.of('{"b":{}}'))).toEqual(['x']);
    next.learn('{"a":{}}', toolsOf('y'));
    expect([next.of('{"b":{}}'), namesIn(next.of('{}'))]).toEqual([undefined, ['x']]);
  });
});

import { expect, it } from 'vitest';
import { createProviderNames } from './create-provider-names.ts';

it('makes names that every provider takes, and leads back', () => {
  const ids = ['weather:forecast', 'my.notes:read/note', '1st:tool', 'ünïcode:tööl', 'a:b:c'];
  const names = createProviderNames(ids);
  const made = ['weather__forecast', 'my_notes__read_note', 's1st__tool', 's_n_code__t__l', 'a__b_c'];
  expect(ids.map(names.toProvider)).toEqual(made);
  expect(ids.map((id) => names.fromProvider(names.toProvider(id)))).toEqual(ids);
});

it('tells apart what would have the same name, also where it was cut', () => {
  const long = 'x'.repeat(80);
  const ids = ['a:b/c', 'a:b.c', `a:${long}1`, `a:${long}2`];
  expect(ids.map(createProviderNames(ids).toProvider)).toEqual([
    'a__b_c',
    'a__b_c_2',
    `a__${'x'.repeat(61)}`,
    `a__${'x'.repeat(59)}_2`,
  ]);
});

it('keeps names while tools are added at the end', () => {
  const before = createProviderNames(['a:b/c', 'a:d']);
  const after = createProviderNames(['a:b/c', 'a:d', 'a:b.c']);
  expect(['a:b/c', 'a:d'].map(after.toProvider)).toEqual(['a:b/c', 'a:d'].map(before.toProvider));
});

it('reads a name that was never told as the id that it looks like, else as the model wrote it', () => {
  const { fromProvider } = createProviderNames(['a:b']);
  expect(['c__d__e', 'b', 'c:d__e', '__x', 'x__'].map(fromProvider)).toEqual(['c:d__e', 'b', 'c:d__e', '__x', 'x__']);
});

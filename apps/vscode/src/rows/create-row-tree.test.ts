import { expect, it } from 'vitest';
import { createRowTree, type RowTree } from './create-row-tree.ts';
import type { ViewRow, Subject } from './row.ts';
import { createTextRow } from './text-row.ts';

function toRow(id: string, description: string, children?: readonly ViewRow[]): ViewRow {
  return {
    ...createTextRow(id, id, { description }),
    subject: { kind: 'hook', folder: '/shop', hook: id },
    ...(children && { children }),
  };
}

function namesOf(tree: RowTree, elements: readonly Subject[] | 'all'): unknown {
  return elements === 'all' ? 'all' : elements.map((element) => tree.rowOf(element)?.id);
}

it('keeps the same element for the same row, and tells which rows changed', () => {
  const tree = createRowTree();
  expect(tree.update([toRow('a', '1', [toRow('b', '1')]), toRow('c', '1')])).toBe('all');
  const [a, c] = tree.childrenOf();
  expect(tree.update([toRow('a', '1', [toRow('b', '1')]), toRow('c', '1')])).toEqual([]);
  expect(namesOf(tree, tree.update([toRow('a', '1', [toRow('b', '2')]), toRow('c', '2')]))).toEqual(['b', 'c']);
  expect(tree.childrenOf()).toEqual([a, c]);
  expect(tree.childrenOf()[0]).toBe(a);
});

it('has a row asked for again whose children came, went or changed their order', () => {
  const tree = createRowTree();
  tree.update([toRow('a', '1', [toRow('b', '1'), toRow('c', '1')])]);
  expect(namesOf(tree, tree.update([toRow('a', '1', [toRow('c', '1'), toRow('b', '1')])]))).toEqual(['a']);
  expect(namesOf(tree, tree.update([toRow('a', '1', [toRow('c', '1')])]))).toEqual(['a']);
  expect(namesOf(tree, tree.update([toRow('a', '1')]))).toEqual(['a']);
  expect(tree.update([])).toBe('all');
});

it('knows the parent of a row, so that it can be shown', () => {
  const tree = createRowTree();
  tree.update([toRow('a', '1', [toRow('b', '1')])]);
  const found = tree.find({ kind: 'hook', folder: '/shop', hook: 'b' });
  expect(found).toBe(tree.find('b'));
  expect(found && tree.parentOf(found)).toBe(tree.childrenOf()[0]);
  expect([tree.find('x'), tree.find({ kind: 'hook', folder: '/other', hook: 'b' })]).toEqual([undefined, undefined]);
  tree.update([]);
  expect(found && tree.rowOf(found)).toBeUndefined();
});

it('shows rows that have the same id, as two tools of one name do', () => {
  const tree = createRowTree();
  tree.update([toRow('a', '1', [toRow('a', '2')]), toRow('a', '3'), toRow('a', '4')]);
  const ids = tree.childrenOf().map((element) => tree.rowOf(element)?.id);
  expect(ids).toEqual(['a', 'a#3', 'a#4']);
  expect(tree.childrenOf(tree.childrenOf()[0])).toHaveLength(1);
});

it('has everything asked for again where much changed', () => {
  const tree = createRowTree();
  const rows = (text: string): readonly ViewRow[] => Array.from({ length: 51 }, (_, index) => toRow(`r${index}`, text));
  tree.update(rows('1'));
  expect(tree.update(rows('2'))).toBe('all');
});

import type { KnownHook } from '@toolyard/hooks';
import { createHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { groupsOf, selectGroup } from './select-group.ts';

function toKnown(id: string, group?: string): KnownHook {
  return { hook: createHook(id, group === undefined ? {} : { group }), source: 'workspace', file: 'hooks.json' };
}

const HOOKS = [toKnown('a', 'Releases'), toKnown('b'), toKnown('c', 'Docs'), toKnown('d', 'Releases')];

describe('groupsOf', () => {
  it('names each group once, in the order of the files', () => {
    expect(groupsOf(HOOKS)).toEqual(['Releases', 'Docs']);
  });
});

describe('selectGroup', () => {
  it('gives the hooks of the group, and all where none is named', () => {
    expect(selectGroup(HOOKS, 'Releases').map(({ hook }) => hook.id)).toEqual(['a', 'd']);
    expect(selectGroup(HOOKS, undefined)).toBe(HOOKS);
  });

  it.each([
    ['releases', HOOKS, 'Group not found: releases\nDid you mean Releases?'],
    ['tests', HOOKS, 'Group not found: tests\nGroups: Releases, Docs.'],
    ['x', [toKnown('a')], 'Group not found: x\nNo hook here has a "group". Set it in the hooks file.'],
  ])('refuses the group %s', (group, hooks, message) => {
    expect(() => selectGroup(hooks, group)).toThrow(message);
  });
});

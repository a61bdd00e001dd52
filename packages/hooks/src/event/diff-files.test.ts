import type { FileMark, FileStamp, SettledFile } from '@toolyard/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFiles } from './diff-files.ts';

const GONE = [10, 20] as const;

function stamp(ino: number, mtimeMs = 1000, size = 5): FileStamp {
  return { ino, mtimeMs, size, ctimeMs: 2000 };
}

function known(entries: Record<string, FileMark>): ReadonlyMap<string, FileMark> {
  return new Map(Object.entries(entries));
}

describe('diffFiles', () => {
  it('tells new, changed and missing files', () => {
    const before = known({ 'b.md': stamp(2), 'c.md': stamp(3) });
    const settled = [
      { path: 'a.md', stamp: stamp(1) },
      { path: 'b.md', stamp: stamp(2, 1001) },
      { path: 'c.md', gone: GONE },
    ];
    expect(diffFiles(before, settled)).toEqual([
      { type: 'created', path: 'a.md', stamp: stamp(1) },
      { type: 'saved', path: 'b.md', stamp: stamp(2, 1001) },
      { type: 'deleted', path: 'c.md', gone: GONE },
    ]);
  });

  it.each([
    ['time', stamp(1, 1001)],
    ['size', stamp(1, 1000, 6)],
    ['number, as after a save through a temporary file', stamp(2)],
  ])('takes another %s for a save', (_what, now) => {
    const [change] = diffFiles(known({ 'a.md': stamp(1) }), [{ path: 'a.md', stamp: now }]);
    expect(change?.type).toBe('saved');
  });

  it('takes other rights for no change', () => {
    const now = { ...stamp(1), ctimeMs: 9999 };
    expect(diffFiles(known({ 'a.md': stamp(1) }), [{ path: 'a.md', stamp: now }])).toEqual([]);
  });

  it('tells a renaming once, with both paths', () => {
    const settled = [
      { path: 'new/a.md', stamp: stamp(1) },
      { path: 'old/a.md', gone: GONE },
    ];
    expect(diffFiles(known({ 'old/a.md': stamp(1) }), settled)).toEqual([
      { type: 'renamed', path: 'new/a.md', oldPath: 'old/a.md', stamp: stamp(1) },
    ]);
  });

  it('takes a number that was given to another file for no renaming', () => {
    const settled = [
      { path: 'a.md', gone: GONE },
      { path: 'b.md', stamp: stamp(1, 3000) },
    ];
    const types = diffFiles(known({ 'a.md': stamp(1) }), settled).map((change) => change.type);
    expect(types).toEqual(['deleted', 'created']);
  });

  it('takes a file that was moved over another for a save of that one', () => {
    const before = known({ 'a.md': stamp(1), 'b.md': stamp(2) });
    const settled = [
      { path: 'a.md', gone: GONE },
      { path: 'b.md', stamp: stamp(1) },
    ];
    expect(diffFiles(before, settled).map(({ type, path }) => [type, path])).toEqual([
      ['deleted', 'a.md'],
      ['saved', 'b.md'],
    ]);
  });

  it('gives each of two hard links a path of its own', () => {
    const before = known({ a: stamp(1), b: stamp(1) });
    const settled = ['c', 'd', 'e'].map((path) => ({ path, stamp: stamp(1) }));
    const gone = ['a', 'b'].map((path) => ({ path, gone: GONE }));
    const changes = diffFiles(before, [...settled, ...gone]);
    expect(changes.map((change) => [change.type, 'oldPath' in change && change.oldPath])).toEqual([
      ['renamed', 'a'],
      ['renamed', 'b'],
      ['created', false],
    ]);
  });

  it('makes no renaming of numbers that mean nothing, and tells nothing of a file that nobody knew', () => {
    const settled = [
      { path: 'a', gone: GONE },
      { path: 'b', stamp: stamp(0) },
      { path: 'never', gone: GONE },
    ];
    expect(diffFiles(known({ a: stamp(0) }), settled).map((change) => change.type)).toEqual(['deleted', 'created']);
  });

  it('leads from what was known to what is there, whatever happened', () => {
    const files = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd/e'),
      fc.record({ ino: fc.nat(3), mtimeMs: fc.nat(1), size: fc.nat(1), ctimeMs: fc.nat(1) }),
    );
    fc.assert(
      fc.property(files, files, (before, after) => {
        const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
        const settled = paths.map((path): SettledFile => {
          const now = after[path];
          return now ? { path, stamp: now } : { path, gone: GONE };
        });
        const world = new Map<string, FileMark>(Object.entries(before));
        for (const change of diffFiles(known(before), settled)) {
          if ('oldPath' in change) expect(world.delete(change.oldPath)).toBe(true);
          if (change.type === 'deleted') expect(world.delete(change.path)).toBe(true);
          else expect(world.has(change.path)).toBe(change.type === 'saved');
          if (change.type !== 'deleted') world.set(change.path, change.stamp);
        }
        const marks = [...world].map(([path, { ino, mtimeMs, size }]) => [path, { ino, mtimeMs, size }]);
        const wanted = Object.entries(after).map(([path, { ino, mtimeMs, size }]) => [path, { ino, mtimeMs, size }]);
        expect(Object.fromEntries(marks)).toEqual(Object.fromEntries(wanted));
      }),
    );
  });
});

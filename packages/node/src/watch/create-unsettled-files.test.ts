import { describe, expect, it } from 'vitest';
import { createUnsettledFiles } from './create-unsettled-files.ts';

const from = 5;

function stamp(size: number): { mtimeMs: number; ctimeMs: number; size: number; ino: number } {
  return { mtimeMs: 1, ctimeMs: 1, size, ino: 1 };
}

describe('createUnsettledFiles', () => {
  it('gives a file when it has looked the same for the whole time', () => {
    const files = createUnsettledFiles(200, 1000);
    files.note({ path: 'a', stamp: stamp(1), from }, 0);
    files.note({ path: 'a', stamp: stamp(2), from }, 150);
    files.note({ path: 'a', stamp: stamp(2), from }, 300);
    expect(files.nextAt()).toBe(350);
    expect(files.due(349)).toEqual([]);
    const settled = files.settled(files.due(350), 350);
    expect(settled).toEqual([{ path: 'a', stamp: stamp(2) }]);
    expect(files.has('a')).toBe(true);
    files.remove(settled);
    expect(files.has('a')).toBe(false);
  });

  it('keeps a file that changed when it was looked at once more', () => {
    const files = createUnsettledFiles(200, 1000);
    files.note({ path: 'a', stamp: stamp(1), from }, 0);
    const due = files.due(200);
    files.note({ path: 'a', stamp: stamp(2), from }, 201);
    expect(files.settled(due, 200)).toEqual([]);
    expect(files.nextAt()).toBe(401);
  });

  it('gives a file that never rests after the longest time, as it was last seen', () => {
    const files = createUnsettledFiles(200, 1000);
    for (let now = 0; now <= 1000; now += 100) files.note({ path: 'a', stamp: stamp(now), from }, now);
    expect(files.due(999)).toEqual([]);
    expect(files.settled(files.due(1000), 1000)).toEqual([{ path: 'a', stamp: stamp(1000) }]);
  });

  it('tells a file that went and came back as one that is there', () => {
    const files = createUnsettledFiles(200, 1000);
    files.note({ path: 'a', from }, 0);
    files.note({ path: 'a', stamp: stamp(1), from }, 100);
    expect(files.settled(files.due(300), 300)).toEqual([{ path: 'a', stamp: stamp(1) }]);
  });

  it('tells of a file that is gone from when on that may have been', () => {
    const files = createUnsettledFiles(200, 1000);
    const before = Date.now();
    files.note({ path: 'a', from }, 0);
    const [file] = files.settled(['a'], 200);
    expect(file).toEqual({ path: 'a', gone: [from, expect.any(Number)] });
    expect(file && 'gone' in file && file.gone[1]).toBeGreaterThanOrEqual(before);
  });
});

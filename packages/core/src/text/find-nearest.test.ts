import { describe, expect, it } from 'vitest';
import { findNearest, measureDistance } from './find-nearest.ts';

describe('findNearest', () => {
  const known = ['command', 'args', 'env', 'timeoutMs', 'cwd', 'disabled'];

  it.each([
    ['comand', 'command'],
    ['commnad', 'command'],
    ['Command', 'command'],
    ['timeoutMS', 'timeoutMs'],
    ['arg', 'args'],
    ['disable', 'disabled'],
  ])('takes %s for %s', (word, nearest) => {
    expect(findNearest(word, known)).toBe(nearest);
  });

  it.each(['colour', 'x', 'ab', 'en', 'description'])('takes %s for nothing known', (word) => {
    expect(findNearest(word, known)).toBeUndefined();
  });

  it('prefers the nearer of two, and the first of two equally near', () => {
    expect(findNearest('servers', ['servents', 'server'])).toBe('server');
    expect(findNearest('cat', ['car', 'bat'])).toBe('car');
  });
});

describe('measureDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %d', (from, to, distance) => {
    expect(measureDistance(from, to)).toBe(distance);
    expect(measureDistance(to, from)).toBe(distance);
  });
});

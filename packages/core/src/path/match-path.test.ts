import { describe, expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

describe('matchPath', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'x/y/a.md', true],
    ['./*.md', 'a.md', true],
    ['./*.md', 'x/a.md', false],
    ['x/*.md', 'x/a.md', true],
    ['x/*.md', 'x/y/a.md', false],
    ['x/**/*.md', 'x/a.md', true],
    ['x/**/*.md', 'x/y/z/a.md', true],
    ['x/**', 'x/y/z/a.md', true],
    ['**/a.md', 'a.md', true],
    ['a?.md', 'ab.md', true],
    ['a?.md', 'a.md', false],
    ['{a,b*}.md', 'bc.md', true],
    ['{a,b}.md', 'c.md', false],
    ['a.md', 'abmd', false],
    ['a+(b)[c].md', 'a+(b)[c].md', true],
    ['a{b.md', 'a{b.md', true],
    ['𝒜*.md', '𝒜b.md', true],
  ])('%s, %s: %s', (glob, path, expected) => {
    expect(matchPath(glob, path)).toBe(expected);
  });
});
